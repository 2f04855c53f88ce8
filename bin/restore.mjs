// npm run restore: see db/backup/restore-main.ts. Runs on the pinned Node, and installs the packages first on
// a new machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env, install, node, root } from './setup.mjs'

if (!existsSync(join(root, 'node_modules'))) install()
const words = [join(root, 'db/backup/restore-main.ts'), ...process.argv.slice(2)]
process.exit(spawnSync(node(), words, { stdio: 'inherit', env: env() }).status ?? 1)
