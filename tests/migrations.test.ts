import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isOutside, isRepeatable } from '../db/apply-migration.ts'
import { statementsIn } from '../db/statements.ts'

/**
 * Checks that a new migration only expands the schema, so that the previous version can keep working while
 * the migration is applied. A later migration may contract it, with the first line
 * `-- Contracts: nothing uses people.nickname since 2.1.0.` (CONTRIBUTING.md).
 */

const root = resolve(import.meta.dirname, '..')
const source = (path: string) => readFileSync(join(root, path), 'utf8')
/** Newest migration from before this rule. */
const newestExempt = '0044'

/** Returns the statements without comments, texts and the bodies of functions. */
const statementsOf = (sql: string) =>
  sql
    .replace(/\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, (found) =>
      found.startsWith('-') || found.startsWith('/') ? ' ' : "''",
    )
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .split(';')
    .map((statement) => statement.trim())

/** Splits a list at its commas, except those in parentheses. */
const partsOf = (list: string) => {
  let depth = 0
  return [...list]
    .map((sign) => {
      if (sign === '(') depth += 1
      if (sign === ')') depth -= 1
      return sign === ',' && depth === 0 ? '\n' : sign
    })
    .join('')
    .split('\n')
    .map((part) => part.trim())
}

/** Matches changes that only relax the schema, so that they can't make older code fail. */
const relaxes = /^drop (constraint|index|trigger|policy)|^alter( column)? \S+ (drop not null|set default)/
const breaks =
  /^drop\b|\brename\b|^alter( column)? \S+ (set not null|drop default|(set data )?type\b)|^set schema/
const isNewColumn = /^add (column )?(?!constraint|check|unique|primary|foreign|exclude)/
const needsValue = /\bnot null\b|\bprimary key\b/
const hasValue = /\bdefault\b|\bgenerated\b/

const breaksOldCode = (action: string) =>
  (breaks.test(action) && !relaxes.test(action)) ||
  (isNewColumn.test(action) && needsValue.test(action) && !hasValue.test(action))

/** Returns the statements of a migration that would break the previous version. */
function contractionsIn(sql: string) {
  const statements = statementsOf(sql)
  const made = statements.flatMap((each) => /^create table (?:if not exists )?(\S+)/.exec(each)?.[1] ?? [])
  return statements.filter((statement) => {
    const [, table = '', actions = ''] = /^alter table (?:only )?(\S+) (.*)$/.exec(statement) ?? []
    if (made.includes(table)) return false
    return table ? partsOf(actions).some(breaksOldCode) : breaksOldCode(statement)
  })
}

test.each<[string, string, boolean]>([
  ['a new table', 'create table pots (id int primary key, size int not null)', false],
  ['a new column', 'alter table pots add column note text, add weight int not null default 0', false],
  ['a new column without a value for old rows', 'alter table pots add column note text not null', true],
  ['a calculated column', 'alter table pots add a int not null generated always as (1) stored', false],
  ['a column of a new table', 'create table a (); alter table a add b int not null', false],
  ['a constraint replaced by another', 'alter table a drop constraint b, add constraint b check (c)', false],
  ['an index replaced by another', 'drop index a; create unique index b on c (d)', false],
  ['a column that becomes optional', 'alter table pots alter column note drop not null', false],
  ['a column that becomes required', 'alter table pots alter note set not null', true],
  ['a dropped column', 'alter table pots add column size int, drop column note', true],
  ['a dropped table', 'drop table pots', true],
  ['a dropped function', 'drop function water(int)', true],
  ['a renamed column', 'alter table pots rename column note to notes', true],
  ['a renamed table', 'alter table pots rename to vases', true],
  ['a changed type', 'alter table pots alter column size type bigint', true],
  ['a dropped default', 'alter table pots alter size drop default', true],
  ['SQL words in a string or a comment', "-- drop table a;\ninsert into a values ('; drop table b')", false],
  ['a function whose body drops a table', 'create function f() as $$ begin drop table a; end $$', false],
])('%s is recognized as expanding or contracting', (_, sql, contracts) => {
  expect(contractionsIn(sql).length > 0).toBe(contracts)
})

/** Versions that were released, from the headings of the changelog. */
const released = [...source('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)

test('a migration only expands the schema, unless it removes what no code has used since a released version', () => {
  const all = globSync('db/migrations/*.sql', { cwd: root }).toSorted()
  expect(all.length).toBeGreaterThan(40)
  const wrong = all
    .filter((path) => basename(path).slice(0, 4) > newestExempt)
    .flatMap((path) => {
      const unusedSince = /^-- Contracts: .* since (\d+\.\d+\.\d+)\b/.exec(source(path))?.[1]
      return released.includes(unusedSince) ? [] : contractionsIn(source(path)).map((each) => [path, each])
    })
  expect(wrong).toEqual([])
})

test.each<[string, boolean]>([
  ['create index concurrently sizes on pots (size)', true],
  ['create unique index concurrently\n  ids on pots (id)', true],
  ['drop index concurrently if exists sizes', true],
  ['alter table pots validate constraint small', true],
  // Refused because PostgreSQL would choose the name of the index.
  ['create index concurrently on pots (size)', false],
  // Refused because `if not exists` would keep an invalid index.
  ['create index concurrently if not exists sizes on pots (size)', false],
  ['create index sizes on pots (size)', false],
  ['drop index concurrently sizes', false],
  ['alter table pots add column size int', false],
  ['insert into pots values (1)', false],
])('%s may run outside a transaction: %s', (statement, may) => {
  expect(isRepeatable(statement)).toBe(may)
})

test('only repeatable statements run outside a transaction, and no “concurrently” statement runs inside one', () => {
  const all = globSync('db/migrations/*.sql', { cwd: root }).map((path) => {
    const text = source(path)
    return { path, isOut: isOutside({ text }), statements: statementsIn(text) }
  })
  const wrong = all.filter(({ isOut, statements }) =>
    statements.some((each) => (isOut ? !isRepeatable(each) : /\bconcurrently\b/i.test(each))),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})
