import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readWords } from '#tests/command-words.ts'

/**
 * Runs the fuzz test with many calls on its own database: `npm run fuzz -- 20000 [seed]`. Prints the figures
 * and exits with 1 on any fault.
 */
const {
  numbers: [count = 20_000, seed = Date.now() % 1e9],
} = readWords(process.argv.slice(2), { what: 'word', names: [], numbers: ['calls', 'seed'] })
const root = join(import.meta.dirname, '../..')
const { status } = spawnSync('vitest', ['run', 'tests/fuzz'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    FUZZ: String(count),
    FUZZ_SEED: String(seed),
  },
})
process.exit(status ?? 1)
