import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Checks that the files, folders and identifiers mentioned in docs/architecture.md exist. */

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const files = globSync('{src,db,bin,tests,e2e,bench,ops,docs}/**/*', { cwd: root })
const sources = files.filter((path) => /\.(ts|tsx|mjs|sql)$/.test(path) && path !== 'tests/names.test.ts')
const words = new Set(
  sources.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/[\w$]+/g) ?? []),
)

/**
 * Returns a pattern that matches the end of a path. `*`, `<noun>` and `something` stand for any name, `{a,b}`
 * for either.
 */
const pathPattern = (path: string) =>
  new RegExp(
    `(^|/)${path
      .replace(/\/$/, '')
      .replaceAll(/[.]/g, '\\.')
      .replaceAll(/\*|<\w+>|Something|something/g, '[^/]*')
      .replaceAll(/\{([^}]*)\}/g, (_, list: string) => `(${list.split(',').join('|')})`)}(\\.[a-z]+)?$`,
  )

const isPath = (name: string) =>
  /^[\w./*<>{},-]+$/.test(name) && (name.includes('/') || /\.(ts|tsx|md|sql|mjs)$/.test(name))
const existsPath = (name: string) => files.some((path) => pathPattern(name).test(path))
const existsName = (name: string) => (name.match(/[A-Za-z_$][\w$]*/g) ?? []).every((word) => words.has(word))
const missing = (names: readonly string[]) =>
  names.filter((name) => (isPath(name) ? !existsPath(name) : !existsName(name)))

const inText = [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
  ([, name = '']) => name,
)
const inWalk = [
  ...(/^```\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '').matchAll(/^ *((?:web\/|server\/)?[\w-]+\.ts\b)/gm),
].map(([, name = '']) => name)

test('every file, folder and name in docs/architecture.md exists', () => {
  expect(inText.length).toBeGreaterThan(30)
  expect(inWalk.length).toBeGreaterThan(5)
  expect(missing([...inText, ...inWalk])).toEqual([])
})

test('the check reports a name that does not exist', () =>
  expect(missing(['server/serve.ts', 'server/no-such-file.ts', 'takeMarks', 'noSuchFunction(call)'])).toEqual(
    ['server/no-such-file.ts', 'noSuchFunction(call)'],
  ))
