import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

/** Returns the result of a system call, or null if it fails or returns nothing. */
export function resultOrNull<T>(read: () => T | undefined) {
  try {
    return read() ?? null
  } catch {
    return null
  }
}

/** True if a process with this id runs on this machine. */
export const isProcessRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns the start time of a process in clock ticks since boot, or null if it is unknown, as on systems
 * without /proc. Process ids are reused, so the id alone doesn't identify a process.
 */
const startOf = (pid: number) =>
  resultOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19])

/** Namespace in which process ids are unique: this machine or this container. */
const among = `${hostname()} ${resultOrNull(() => readlinkSync('/proc/self/ns/pid'))}`

/**
 * Process that is using the data folder, and the URL that it serves. `start` (null if unknown) and `among`
 * tell it apart from other processes with the same id. Earlier versions didn't store `among`.
 */
type Owner = { pid: number; start: string | null; among?: string; address: string }

/**
 * Interval in ms at which the owner touches the file, which shows processes in other containers that it is
 * alive.
 */
const beatMs = 1000
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** True if another process touches the file within 2.5 beats. */
function beats(file: string) {
  const touched = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = touched()
  for (let waited = 0; waited < 2.5 * beatMs; waited += 100) {
    wait(100)
    if (touched() !== before) return true
  }
  return false
}

/**
 * True if the owner is still running. An owner in another container isn't visible, so it counts as running as
 * long as it keeps touching the file. Two PostgreSQL servers sharing the folder would destroy the data.
 */
const runs = (owner: Owner, file: string) =>
  (owner.among ?? among) === among
    ? isProcessRunning(owner.pid) && startOf(owner.pid) === owner.start
    : beats(file)

const unwritable = (dataDir: string, { message }: Error) =>
  new Error(`Nothing can be written to ${dataDir} (${message}). Fix that, or set another DATA_DIR.`)

/**
 * Creates the data folder if necessary and locks it for this process, which serves `address`. Returns a
 * function that unlocks it. Throws if the folder isn't writable, or if another process is using it. The error
 * names that process and its address.
 */
export function lockFolder(dataDir: string, address: string) {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw unwritable(dataDir, error as Error)
  }
  const file = join(dataDir, 'owner.json')
  const mine: Owner = { pid: process.pid, start: startOf(process.pid), among, address }
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' })
      return keepBeating(file, mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(dataDir, error as Error)
    }
    const owner = readOwner(file)
    // Another process may have created the file a moment ago without having written to it yet.
    if (!owner && tries < 10) wait(20)
    else if (owner && runs(owner, file))
      throw new Error(
        `${dataDir} is in use by process ${owner.pid}, which serves ${owner.address}. Stop it first, or set another DATA_DIR.`,
      )
    else remove(file, owner)
  }
}

function keepBeating(file: string, mine: Owner) {
  const beat = setInterval(() => resultOrNull(() => utimesSync(file, new Date(), new Date())), beatMs).unref()
  return () => {
    clearInterval(beat)
    if (isDeepStrictEqual(readOwner(file), mine)) rmSync(file)
  }
}

/**
 * Removes the file left by a process that was killed, but not a new file that another process has just
 * created.
 */
function remove(file: string, left: Owner | null) {
  const aside = `${file}.${randomUUID()}`
  resultOrNull(() => renameSync(file, aside))
  if (isDeepStrictEqual(readOwner(aside), left)) rmSync(aside, { force: true })
  else resultOrNull(() => renameSync(aside, file))
}

/** Returns the process that uses the data folder now, or null. */
export function ownerOf(dataDir: string) {
  const file = join(dataDir, 'owner.json')
  const owner = readOwner(file)
  return owner && runs(owner, file) ? owner : null
}

function readOwner(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return null
  }
}
