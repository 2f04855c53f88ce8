import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readWords } from './command-words.ts'

const known = { what: 'scenario', names: ['L1', 'L5'], numbers: ['seconds'] }

describe('arguments of a measuring command', () => {
  test.each<[string, string[], ReturnType<typeof readWords>]>([
    ['are optional', [], { names: [], numbers: [] }],
    ['can be several names', ['L1', 'L5'], { names: ['L1', 'L5'], numbers: [] }],
    ['may repeat a name, which counts once', ['L1', 'L1'], { names: ['L1'], numbers: [] }],
    ['can end with a number', ['L5', '30'], { names: ['L5'], numbers: [30] }],
  ])('%s', (_, words, want) => expect(readWords(words, known)).toEqual(want))

  test.each([
    [['L2']],
    [['L1', 'x']],
    [['L1', '0']],
    [['L1', '-3']],
    [['L1', '1.5']],
    [['30', 'L1']],
    [['1', '2']],
  ])('are refused before anything is measured: %j', (words) =>
    expect(() => readWords(words, known)).toThrow(/There is no scenario .*; there are L1, L5/),
  )
})

test.each([
  ['load', 'load/main.ts', ['L1', 'nonsense']],
  ['faults', 'faults/main.ts', ['F3', 'nonsense']],
  ['fuzz', 'fuzz/main.ts', ['nonsense']],
  ['bench', '../bench/main.ts', ['nonsense']],
  ['bench retention', '../bench/main.ts', ['retention', 'nonsense']],
  ['prove', 'grading/main.ts', ['nonsense']],
  ['backup', '../db/backup/main.ts', ['--to', 'folder', 'nonsense']],
])('npm run %s refuses an unknown argument and exits with 1', (_, file, words) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...words])
  expect(status).toBe(1)
  expect(String(stderr)).toContain('nonsense')
})
