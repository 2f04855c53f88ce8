// npm start [-- --own]: sets up a fresh clone and runs the product. Ctrl-C and SIGTERM stop both this process
// and the product.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, env, install, node, root } from './setup.mjs'

install()
build()
const server = spawn(node(), [join(root, 'src/server/main.mjs'), ...process.argv.slice(2)], {
  cwd: process.cwd(),
  stdio: 'inherit',
  env: {
    // These save memory. The server sets them for its workers itself (src/server/primary.ts).
    MALLOC_ARENA_MAX: '1',
    MALLOC_TRIM_THRESHOLD_: '131072',
    NODE_OPTIONS: '--max-semi-space-size=1',
    ...env(),
  },
})
// The terminal sends Ctrl-C to the whole process group, but SIGTERM goes to this process alone.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
