import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Checks that every section or identifier of the requirements (docs/requirements) cited in a comment exists.
 */

const root = resolve(import.meta.dirname, '..')
const source = (path: string) => readFileSync(join(root, path), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)]

/**
 * Returns sections like `§3`, `§0.2` or `§d`, and identifiers that start a heading, a table row or a list
 * item.
 */
function namedIn(page: string) {
  const sections = matches(page, /^#+ (\d+(?:\.\d+)?|[a-d])\.? /gm).map(([, section]) => `§${section}`)
  const identifiers = matches(page, /^(?:#+ |\| |- \*\*)([TFLMBH]\d+|R-priv)\b/gm).map(
    ([, identifier]) => identifier as string,
  )
  return new Set([...sections, ...identifiers])
}

const pages = ['specification', 'product', 'reliability', 'references'] as const
const named = new Map(pages.map((page) => [page as string, namedIn(source(`docs/requirements/${page}.md`))]))

/** Matches a space, or the end of one comment line and the start of the next. */
const gap = String.raw`(?: +| *\n *(?:\*|\/\/|--)? *)`
const place = String.raw`(?:§(?:\d+(?:\.\d+)?|[a-d])\b|[TFLMBH]\d+\b|R-priv\b)`
const further = String.raw`(?:,${gap}|,?${gap}and${gap}|${gap}to${gap}|-)${place}`
const citation = new RegExp(
  String.raw`\b(specification|spec|product|reliability|references)${gap}(${place}(?:${further})*)`,
  'gi',
)

/** Expands a list: `B18-B20, §0.2` gives `B18`, `B19`, `B20` and `§0.2`. */
function placesIn(list: string) {
  const ranges = matches(list, /([TFLMBH])(\d+)(?:-|\s+to\s+)\1(\d+)/g).flatMap(([, kind, from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${kind}${Number(from) + index}`),
  )
  return new Set([...matches(list, new RegExp(place, 'g')).map(([found]) => found), ...ranges])
}

type Citation = { page: string; place: string; at: string }

/** Returns the citations in a text with their line numbers. */
function citationsIn(path: string, text: string): Citation[] {
  return matches(text, citation).flatMap(({ 1: word = '', 2: list = '', index }) => {
    const page = word.toLowerCase().replace(/^spec$/, 'specification')
    const line = text.slice(0, index).split('\n').length
    return [...placesIn(list)].map((each) => ({ page, place: each, at: `${path}:${line}` }))
  })
}

const missing = (citations: readonly Citation[]) =>
  citations
    .filter(({ page, place: cited }) => !named.get(page)?.has(cited))
    .map(({ page, place: cited, at }) => `${at}: ${page} ${cited}`)

const own = 'tests/citations.test.ts'
const cited = globSync('{src,db,bin,tests,e2e,bench}/**/*.{ts,tsx,mjs,css,sql}', { cwd: root })
  .filter((path) => path !== own)
  .sort()
  .flatMap((path) => citationsIn(path, source(path)))

test('every citation of the requirements refers to something that exists', () => {
  expect(cited.length).toBeGreaterThan(300)
  expect(missing(cited)).toEqual([])
})

test('the requirements cite only existing sections and identifiers', () => {
  const all = pages.flatMap((page) =>
    citationsIn(`docs/requirements/${page}.md`, source(`docs/requirements/${page}.md`)),
  )
  expect(all.length).toBeGreaterThan(20)
  expect(missing(all)).toEqual([])
})

test('a citation without a target is reported, even across lines and within a range or list', () => {
  const text =
    '/**\n * Something (spec §3, §99; Product\n * §13 and §12). Of B1 (reliability T53-T55, §0.9, M50\n * and L13)\n */\n// Product §'
  expect(missing(citationsIn('a.ts', text))).toEqual([
    'a.ts:2: specification §99',
    'a.ts:2: product §13',
    'a.ts:3: reliability T55',
    'a.ts:3: reliability §0.9',
    'a.ts:3: reliability L13',
  ])
})

test('the reliability page defines every identifier', () => {
  const reliability = named.get('reliability')
  const numbered = (kind: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${kind}${from + index}`)
  const expected = [
    ...numbered('T', 1, 54),
    ...numbered('M', 1, 50),
    ...numbered('L', 1, 12),
    ...numbered('F', 0, 28),
    ...numbered('B', 1, 28),
  ]
  expect(expected.filter((identifier) => !reliability?.has(identifier))).toEqual([])
})
