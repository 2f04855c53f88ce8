import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from './connect.ts'
import { addressOf, prepareRoles, ownerRole, superuser } from './cluster-roles.ts'
import { isProcessRunning, resultOrNull } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { serverPrograms, type ProcessOwner } from './postgres-programs.ts'
import { role } from './scope.ts'

/**
 * Runs the embedded PostgreSQL, a full server from the npm package for this platform. All of its files are in
 * one folder, so removing that folder removes the database. PostgreSQL refuses to run as root, so if this
 * process runs as root, the server runs as `postgres` or `nobody`. A server left running by a process that
 * was killed is stopped before a new start.
 */

const run = promisify(execFile)
/**
 * Returns the server's data folder as passed to its commands, all of which run in that folder. If this
 * process is root, the path is a link to the working directory. The server's user may not be able to enter
 * the parent folders, but the working directory is entered before root privileges are dropped.
 */
const folderFor = (cluster: string, who: ProcessOwner) =>
  who && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cluster

const nameOf = (pid: number) => resultOrNull(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())

/** Stops the server that a killed process left running on this cluster. */
async function stopLeftover(cluster: string, bin: string, who: ProcessOwner) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isProcessRunning(pid)) return
  // The process id now belongs to another process, for example after a container restart, and PostgreSQL
  // would wait for that process to end.
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
 * Stops servers whose data folder had this path and was removed. Runs as the servers' own user, because root
 * in a container may not see the working directory of other users' processes. On systems without /proc, the
 * servers notice the removal within a minute.
 */
async function stopOrphans(cluster: string, who: ProcessOwner) {
  if (existsSync('/proc/self/cwd'))
    await run('/bin/sh', ['-c', endOrphans, 'sh', cluster], { ...who, cwd: '/' })
}

/**
 * Creates a new cluster, completely or not at all. Passes the password as an open file, because the server's
 * user may not be able to reach the file's path.
 */
function initialize(cluster: string, bin: string, who: ProcessOwner, passwordFile: string) {
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
  throw new Error(`PostgreSQL could not create its files in ${cluster}: ${stderr.trim()}`)
}

function passwordIn(dataDir: string) {
  const file = join(dataDir, 'postgresql-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return file
}

const durable = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']
const throwaway = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=4GB']
const always = ['listen_addresses=127.0.0.1', 'shared_buffers=192MB', 'log_min_messages=fatal']

/** Folder inside the server's data folder to which the server copies its log for archiving (db/recovery). */
export const logReady = 'wal-ready'
/** File in the folder `logReady` that marks the log as incomplete. */
export const brokenMark = 'broken'

/** Returns the shell command that copies a log file to a hidden file in `logReady`. */
const copyLog = (conversion: string) => `dd if=%p of=${logReady}/.%f bs=1M conv=${conversion} 2>/dev/null`
/**
 * Settings that make the server copy each log file to the folder `logReady`, if that exists, within 40
 * seconds of a change. A failed copy only creates the file `brokenMark`, because a server whose archive
 * command fails keeps its log until the disk is full.
 */
const archiving = [
  'archive_mode=on',
  'archive_timeout=40',
  // The unused rest of a log file is zeros, which some versions of dd can skip.
  `archive_command=if [ -d ${logReady} ]; then { { ${copyLog('fsync,sparse')} || ${copyLog('fsync')}; } && mv ${logReady}/.%f ${logReady}/%f; } || touch ${logReady}/${brokenMark}; fi; true`,
]

/**
 * Turns archiving of the server's write-ahead log (WAL) on or off, effective at the next start. When turned
 * on, marks the log as incomplete, because it lacks all earlier changes.
 */
function setArchiving(cluster: string, on: boolean) {
  const folder = join(cluster, logReady)
  if (!on) return rmSync(folder, { recursive: true, force: true })
  if (existsSync(folder)) return
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, brokenMark), '')
  const { uid, gid } = statSync(cluster)
  for (const path of [folder, join(folder, brokenMark)]) chownSync(path, uid, gid)
}

/** Longest path of a Unix socket, in bytes. */
const maxSocketLength = 103

/**
 * True if a Unix socket can be created at this path. Some container and network file systems don't support
 * sockets.
 */
const holdsSocket = (path: string) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(path, () => probe.close(() => done(true)))
  })

/**
 * Returns the folder for the server's Unix socket (its data folder), or null if a socket can't be created
 * there. Removes the sockets of killed servers.
 */
async function socketFolder(cluster: string, port: number) {
  for (const name of readdirSync(cluster))
    if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true })
  const path = join(cluster, `.s.PGSQL.${port}`)
  const isPossible = process.platform !== 'win32' && Buffer.byteLength(path) <= maxSocketLength
  return isPossible && (await holdsSocket(path)) ? cluster : null
}

/**
 * Returns the server's URL with its Unix socket, which is a fifth faster than TCP. Without a socket folder,
 * returns the URL unchanged.
 */
export const overSocket = (url: string, folder: string | null) =>
  folder ? `${url}?host=${encodeURIComponent(folder)}` : url

/** SQLSTATE from a server that doesn't accept connections yet. */
const starting = '57P03'

/**
 * Waits until the server accepts connections. Throws if it exits or doesn't answer for 30 seconds. There is
 * no time limit while it reports that it is starting, for example while it recovers from a crash.
 */
async function ready(url: string, server: ChildProcess) {
  for (let silent = 0; silent < 600;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start (exit code ${server.exitCode}).`)
    const sql = connect(url, { connectPatience: 2000 })
    const answer = await sql`select 1`.then(
      () => 'ready',
      (error: unknown) => (error as NodeJS.ErrnoException).code,
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
  /** False only for throwaway clusters. */
  durable?: boolean
  /** Maximum number of open connections. */
  connections?: number
  /** True to turn on archiving of the log, false to turn it off. Unchanged if omitted. */
  archive?: boolean
  /** True to suppress the server's messages. */
  quiet?: boolean
}

const serverWords = (folder: string, { port, options }: { port: number; options: string[] }) => [
  '-D',
  folder,
  '-p',
  String(port),
  ...options.flatMap((each) => ['-c', each]),
]

/** Returns a value that changes when the folder is replaced by another one, or null if it is missing. */
function identity(folder: string) {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.birthtimeMs}` : null
}

/**
 * Starts PostgreSQL in a folder, which is created on the first start, and sets up its roles. Returns the
 * database's URLs for its owner (not a superuser), for requests, and for the superuser. The superuser's URL
 * is for archiving and checking the cluster, and for tests and benchmarks. Also returns the folder of its
 * Unix socket for `overSocket`, or null if there is no socket. Restarts PostgreSQL whenever it dies, until
 * `stop` is called. If the folder is removed, ends this process with an error that says so.
 */
export async function startPostgres({
  dataDir,
  durable: safe = true,
  connections = 200,
  archive,
  quiet = false,
}: Options) {
  const { who, bin } = serverPrograms()
  mkdirSync(dataDir, { recursive: true })
  const cluster = join(realpathSync(dataDir), 'postgresql')
  const passwordFile = passwordIn(dataDir)
  await stopOrphans(cluster, who)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialize(cluster, bin, who, passwordFile)
  await stopLeftover(cluster, bin, who)
  if (archive !== undefined) setArchiving(cluster, archive)
  const ours = identity(cluster)
  const port = await freePort()
  const socket = await socketFolder(cluster, port)
  const secret = readFileSync(passwordFile, 'utf8')
  const superuserUrl = addressOf(superuser, { secret, port })
  const options = [
    ...always,
    `unix_socket_directories=${socket ? '.' : ''}`,
    `max_connections=${connections}`,
    ...(safe ? durable : throwaway),
    ...(existsSync(join(cluster, logReady)) ? archiving : []),
  ]
  const words = serverWords(folderFor(cluster, who), { port, options })
  let stopping = false
  let server: ChildProcess
  const launch = () => {
    // Run PostgreSQL in its own process group, so that Ctrl-C reaches only this process, which stops
    // PostgreSQL after the last request.
    server = spawn(join(bin, 'postgres'), words, {
      ...who,
      cwd: cluster,
      detached: true,
      stdio: ['ignore', 'ignore', quiet ? 'ignore' : 'inherit'],
    })
    server.once('exit', () => {
      if (stopping) return
      if (identity(cluster) !== ours)
        throw new Error(`${cluster} was removed while PostgreSQL ran in it. Start again.`)
      void stopLeftover(cluster, bin, who)
        .then(() => pause(200))
        .then(() => !stopping && launch())
    })
    return server
  }
  const stop = async () => {
    stopping = true
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise((done) => server.once('exit', done))
    server.kill('SIGINT')
    await exited
  }
  await ready(superuserUrl, launch())
    .then(() => prepareRoles(superuserUrl, secret))
    .catch((error: Error) => stop().then(() => Promise.reject(error)))
  return {
    url: addressOf(ownerRole, { secret, port }),
    requestsUrl: addressOf(role, { secret, port }),
    superuserUrl,
    socket,
    stop,
  }
}
