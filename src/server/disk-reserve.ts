import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A file that takes up room for the hour in which the disk is full: it is removed then, so that PostgreSQL can finish what it is at and take people's
 * answers for a while, and made again once there is room (reliability F5). Only where the database is our own.
 */
const size = 64 * 1024 * 1024
const pieceSize = 1024 * 1024
/** Less is free: the disk is full. More than the other is free: there is room again. In bytes. */
const [full, roomy] = [size / 4, size * 3]

/** What is all alike some disks wouldn't store, and all of it at once is much memory. */
function* pieces() {
  for (let left = size; left > 0; left -= pieceSize) yield randomBytes(pieceSize)
}

/** Removes or makes the file, by how many bytes are free beside it. Answers what it did, or null. */
export async function keepDiskReserve(dataDir: string, free: number) {
  const file = join(dataDir, 'ballast')
  const there = existsSync(file)
  if (there && free < full) {
    await rm(file)
    return 'removed'
  }
  if (there || free < roomy) return null
  return await writeFile(file, pieces()).then(
    () => 'made' as const,
    () => rm(file, { force: true }).then(() => null),
  )
}

const everyMs = 1000
/** Whoever starts has other things to do. */
const laterMs = 10_000

/** Looks after it every second. */
export function openDiskReserve(dataDir: string) {
  let busy = false
  async function look() {
    if (busy) return
    busy = true
    const { bavail, bsize } = await statfs(dataDir)
    const done = await keepDiskReserve(dataDir, bavail * bsize)
    if (done === 'removed') console.error(`The disk of ${dataDir} is full. Make room on it soon: its last reserve was given free.`)
    busy = false
  }
  // A folder that is gone for a moment is looked at again.
  const begin = () => setInterval(() => void look().catch(() => (busy = false)), everyMs).unref()
  setTimeout(begin, laterMs).unref()
}
