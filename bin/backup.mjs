// npm run backup: see db/backup/main.ts. Runs on the pinned Node, and doesn't install packages, because the
// running product may be using them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { env, node, root } from './setup.mjs'

const words = [join(root, 'db/backup/main.ts'), ...process.argv.slice(2)]
process.exit(spawnSync(node(), words, { stdio: 'inherit', env: env() }).status ?? 1)
