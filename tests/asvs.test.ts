import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Checks the register of OWASP ASVS 5.0.0 (docs/asvs): every requirement of levels 1 and 2, and each of level
 * 3 that we commit to, has one row, and the tests that the row quotes exist (reliability §0).
 */

const root = join(import.meta.dirname, '..')
const source = (path: string) => readFileSync(join(root, path), 'utf8')
/** Returns a file's text with its whitespace collapsed, because a quotation may span lines. */
const textOf = (path: string) => source(path).replace(/\s+/g, ' ')

/** Levels of all requirements: each section with one digit for each of its requirements, in order. */
const sections = `1.1 22, 1.2 1111122223, 1.3 112222222223, 1.4 222, 1.5 123, 2.1 122, 2.2 112, 2.3 12223, 2.4 23,
  3.1 3, 3.2 113, 3.3 12223, 3.4 11222233, 3.5 11122333, 3.6 3, 3.7 22333, 4.1 12233, 4.2 23333, 4.3 22, 4.4 1222,
  5.1 2, 5.2 112333, 5.3 113, 5.4 222, 6.1 122, 6.2 111111112222, 6.3 11223333, 6.4 112233, 6.5 22222333, 6.6 2223, 6.7 33, 6.8 2222,
  7.1 222, 7.2 1111, 7.3 22, 7.4 11222, 7.5 223, 7.6 22, 8.1 1233, 8.2 1123, 8.3 133, 8.4 23, 9.1 111, 9.2 1222,
  10.1 22, 10.2 223, 10.3 22223, 10.4 1111122222233333, 10.5 22222, 10.6 22, 10.7 222,
  11.1 2233, 11.2 22233, 11.3 11233, 11.4 1222, 11.5 23, 11.6 23, 11.7 33, 12.1 12233, 12.2 11, 12.3 22223,
  13.1 2333, 13.2 222223, 13.3 2233, 13.4 1222233, 14.1 22, 14.2 12223333, 14.3 122,
  15.1 12233, 15.2 12233, 15.3 1222222, 15.4 3333, 16.1 2, 16.2 22222, 16.3 2222, 16.4 222, 16.5 2223, 17.1 23, 17.2 22223333, 17.3 22`
const ours =
  `1.2.10 1.3.12 3.4.7 3.4.8 3.5.8 4.1.4 5.2.4 5.2.5 5.2.6 5.3.3 6.3.7 6.3.8 6.4.6 6.5.6 7.5.3 8.3.2
  11.2.4 13.1.2 13.2.6 13.4.6 14.2.6 14.2.7 14.2.8 15.4.2 16.5.4`.split(/\s+/)

const all = sections.split(/,\s+/).flatMap((section) => {
  const [name = '', levels = ''] = section.split(' ')
  return [...levels].map((level, index) => ({ name: `${name}.${index + 1}`, level }))
})
const wanted = all
  .filter(({ name, level }) => level !== '3' || ours.includes(name))
  .map(({ name, level }) => `${name} level ${level}`)

const rows = globSync('docs/asvs/*.md', { cwd: root }).flatMap((path) =>
  [...source(path).matchAll(/^\| *(\d+\.\d+\.\d+) *\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map((cells) => {
    const [name = '', level = '', here = '', shown = ''] = cells.slice(1).map((cell) => cell.trim())
    return { name, level, here, shown }
  }),
)

test('the list of requirements has as many at each level as ASVS 5.0.0', () => {
  const count = (digit: string) => all.filter(({ level }) => level === digit).length
  expect([count('1'), count('2'), count('3'), wanted.length]).toEqual([70, 183, 92, 253 + ours.length])
})

test('every requirement that we commit to has exactly one row in the register', () => {
  expect(rows.map(({ name, level }) => `${name} level ${level}`).sort()).toEqual([...wanted].sort())
})

test('every quoted test exists, and every requirement that isn’t met or doesn’t apply has a reason', () => {
  const wrong = rows.filter(({ here, shown }) => {
    const [, word, rest = ''] = /^(?:(n\/a|not held|deviation)(?:, |$))?(.*)$/.exec(shown) ?? []
    const proofs = [...rest.matchAll(/`([\w./-]+)` “([^”]{8,})”(?:, |$)/g)]
    const whole = proofs.map(([text]) => text).join('') === rest
    if (!whole || proofs.some(([, file, words]) => !textOf(file as string).includes(words as string)))
      return true
    return word ? here.split(' ').length < 4 : proofs.length === 0
  })
  expect(wrong).toEqual([])
})
