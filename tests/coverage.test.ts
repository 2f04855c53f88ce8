import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Checks that the table of requirements names tests that exist (docs/requirements/coverage.md). */

const root = resolve(import.meta.dirname, '..')
const rows = readFileSync(resolve(root, 'docs/requirements/coverage.md'), 'utf8')
  .split('\n')
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .filter(([, number = '']) => /^\d+\.\d+/.test(number))
  .map(([, number = '', requirement = '', shownBy = '']) => ({ number, requirement, shownBy }))

const sources = new Map<string, string>()
/** Returns the text of a test file without backslashes, or '' if there is no such file. */
function sourceOf(file: string) {
  const path = resolve(root, file)
  if (!sources.has(file))
    sources.set(file, existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\\', '') : '')
  return sources.get(file) ?? ''
}

const quotations = rows.flatMap(({ number, shownBy }) =>
  [...shownBy.matchAll(/`([^`]+)` “(.+?)”(?=,|$)/g)].map(([, file = '', title = '']) => ({
    number,
    file,
    title,
  })),
)

test('every requirement of the specification is listed with a test that covers it', () => {
  expect(rows.length).toBeGreaterThan(380)
  const shown = new Set(quotations.map(({ number }) => number))
  expect(
    rows
      .filter(({ number }) => !shown.has(number))
      .map(({ number, requirement }) => `${number} ${requirement}`),
  ).toEqual([])
})

test('every quoted test exists', () => {
  const missing = quotations.filter(({ file, title }) => !sourceOf(file).includes(title.replaceAll('\\', '')))
  expect(missing).toEqual([])
})
