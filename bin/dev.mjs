// npm run dev [-- --own]: the server, restarted when its sources change, and the pages with live reload on
// http://localhost:5173.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { env, install, node, root } from './setup.mjs'

install()
const start = (words) =>
  spawn(node(), words, { cwd: root, stdio: 'inherit', env: { ...env(), WORKERS: '1' } })
const running = [
  start([
    '--watch-path=src/server',
    '--watch-path=src/shared',
    '--watch-path=src/features',
    '--watch-path=db',
    'src/server/main.mjs',
    ...process.argv.slice(2),
  ]),
  start([join(root, 'node_modules/vite/bin/vite.js')]),
]
process.on('SIGINT', () => {})
process.on('SIGTERM', () => running.forEach((each) => each.kill('SIGTERM')))
