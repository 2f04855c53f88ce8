// Prepares everything that the product and its tests need: packages, Node 24, built pages. Uses only Node's
// built-in modules, because nothing else is installed yet, and also runs on Node 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...path) => join(root, ...path)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory())
      return readdirSync(path)
        .sort()
        .forEach((name) => add(join(path, name)))
    hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  paths.forEach((path) => add(at(path)))
  return hash.digest('hex')
}

/** Runs a step, unless its inputs are the same as when it last succeeded. */
function once(what, stamp, paths, work) {
  const hash = hashOf(paths)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log(`${what} …`)
  const started = Date.now()
  work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  console.log(`${what}: done in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** Runs a command with its output on this console. Exits if it fails. */
function run(command, words, env = process.env) {
  const { status } = spawnSync(command, words, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`'${[command, ...words].join(' ')}' failed.`)
    process.exit(status ?? 1)
  }
}

/**
 * Returns the path of the pinned Node. If there is none for the platform, returns that of the current Node,
 * or exits with instructions if it is older than 24.
 */
export function node() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const pinned = at(
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `This needs Node 24 or newer. You have ${process.version}, and the packages include none for ${platform}-${process.arch}. Install it from nodejs.org.`,
  )
  process.exit(1)
}

/** Returns an environment in which the commands of packages run on the pinned Node. */
export const env = () => ({
  ...process.env,
  PATH: `${dirname(node())}:${at('node_modules', '.bin')}:${process.env.PATH}`,
})

/** Installs the packages in the lock file, unless they are already installed. */
export function install() {
  once('Installing the packages', at('node_modules', '.installed'), ['package-lock.json'], () =>
    run(npm, ['ci', '--strict-allow-scripts', '--no-audit', '--no-fund', '--loglevel=error']),
  )
}

export function build() {
  const from = [
    'src',
    'package-lock.json',
    'vite.config.ts',
    'vite.chunks.ts',
    'vite.schemas.ts',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.web.json',
  ]
  once('Building the pages', at('dist', '.built'), from, () =>
    run(node(), [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], env()),
  )
}
