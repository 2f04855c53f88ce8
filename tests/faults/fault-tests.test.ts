import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tested } from './fault-tests.ts'

const root = join(import.meta.dirname, '../..')

test.each(Object.entries(tested))(
  'the test of %s exists under the title that the command looks for',
  (_, [file, words]) => {
    const source = readFileSync(join(root, file), 'utf8')
    expect(/\btest\b/.test(source) && source.includes(words)).toBe(true)
  },
)
