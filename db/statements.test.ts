import { expect, test } from 'vitest'
import { statementsIn } from './statements.ts'

test.each<[string, string, string[]]>([
  ['no statement', ' \n-- only; a comment\n/* and; another */ ;', []],
  ['a last statement without a semicolon', 'select 1; select 2', ['select 1', 'select 2']],
  ['comments between and inside statements', '-- one; two\nselect /* ; */ 1; -- three', ['select         1']],
  [
    'a semicolon in a string',
    `select ';', 'it''s; fine'; select 2`,
    [`select ';', 'it''s; fine'`, 'select 2'],
  ],
  [
    'a comment marker in a string',
    `select '--'; select '/*'; select '*/'`,
    [`select '--'`, `select '/*'`, `select '*/'`],
  ],
  ['a semicolon in a quoted name', 'select 1 as ";"; select 2', ['select 1 as ";"', 'select 2']],
  [
    'the body of a function',
    'create function f() as $$ begin; end $$; create function g() as $x$ a; $$ b; $x$',
    ['create function f() as $$ begin; end $$', 'create function g() as $x$ a; $$ b; $x$'],
  ],
  [
    'parameters',
    'prepare a as select $1; prepare b as select $2',
    ['prepare a as select $1', 'prepare b as select $2'],
  ],
])('a file with %s is split into its statements', (_, sql, statements) => {
  expect(statementsIn(sql)).toEqual(statements)
})
