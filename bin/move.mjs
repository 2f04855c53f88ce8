// npm run move: see db/move/main.ts. Runs on the pinned Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { env, node, root } from './setup.mjs'

const words = [join(root, 'db/move/main.ts'), ...process.argv.slice(2)]
process.exit(spawnSync(node(), words, { stdio: 'inherit', env: env() }).status ?? 1)
