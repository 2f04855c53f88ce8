import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

/** What the system tells of a process, or null where it doesn't. */
export function told<T>(read: () => T | undefined) {
  try {
    return read() ?? null
  } catch {
    return null
  }
}

/** Whether a process of this number runs here. */
export const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When it began; a number that is used again belongs to another process. */
const startOf = (pid: number) => told(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19])

/** Among which processes the number is one: those of this machine, or of this container. */
const among = `${hostname()} ${told(() => readlinkSync('/proc/self/ns/pid'))}`

/** Who has a data folder. Versions before didn't say among which processes. */
type Owner = { pid: number; start: string | null; among?: string; address: string }

/** So often the owner touches the file, for whoever can't see its process. */
const beatMs = 1000
const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Whether somebody touches the file meanwhile. */
function beats(file: string) {
  const touched = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = touched()
  for (let waited = 0; waited < 2.5 * beatMs; waited += 100) {
    wait(100)
    if (touched() !== before) return true
  }
  return false
}

/** Another container's processes can't be seen from here, though the folder may be the same: PostgreSQL itself would ruin it then. */
const runs = (owner: Owner, file: string) =>
  (owner.among ?? among) === among ? alive(owner.pid) && startOf(owner.pid) === owner.start : beats(file)

const unwritable = (dataDir: string, { message }: Error) =>
  new Error(`Nothing can be written to ${dataDir} (${message}). Mend that, or set another DATA_DIR.`)

/** Takes the data folder for this process. Throws with the name of the owner when another one is running on it, or what is wrong with it. */
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
      return hold(file, mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(dataDir, error as Error)
    }
    const owner = readOwner(file)
    // Whoever takes it just now has not written it yet.
    if (!owner && tries < 10) wait(20)
    else if (owner && runs(owner, file))
      throw new Error(
        `${dataDir} is in use by process ${owner.pid}, which serves ${owner.address}. Stop it first, or set another DATA_DIR.`,
      )
    else remove(file, owner)
  }
}

function hold(file: string, mine: Owner) {
  const beat = setInterval(() => told(() => utimesSync(file, new Date(), new Date())), beatMs).unref()
  return () => {
    clearInterval(beat)
    if (isDeepStrictEqual(readOwner(file), mine)) rmSync(file)
  }
}

/** Removes what a killed owner left, but not what somebody quicker has put in its place. */
function remove(file: string, left: Owner | null) {
  const aside = `${file}.${randomUUID()}`
  told(() => renameSync(file, aside))
  if (isDeepStrictEqual(readOwner(aside), left)) rmSync(aside, { force: true })
  else told(() => renameSync(aside, file))
}

/** Who runs on the data folder now, or null. */
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
