import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs the fuzz test with many calls on its own database: `npm run fuzz -- 20000 [seed]`. Prints the figures
 * and exits with 1 on any fault.
 */
const [count = '20000', seed = String(Date.now() % 1e9)] = process.argv.slice(2)
const root = join(import.meta.dirname, '../..')
const { status } = spawnSync('vitest', ['run', 'tests/fuzz'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    FUZZ: count,
    FUZZ_SEED: seed,
  },
})
process.exit(status ?? 1)
