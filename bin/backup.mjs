// npm run backup: see db/backup/main.ts. On the pinned Node; installs nothing, because the product may run from these packages.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { env, node, root } from './setup.mjs'

const words = [join(root, 'db/backup/main.ts'), ...process.argv.slice(2)]
process.exit(spawnSync(node(), words, { stdio: 'inherit', env: env() }).status ?? 1)
