import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Size in bytes of a file that reserves disk space. When the disk is full, the file is removed so that
 * PostgreSQL can finish its work and keep saving answers for a while. It is created again once there is room
 * (reliability F5). Used only with the embedded database.
 */
const size = 64 * 1024 * 1024
const pieceSize = 1024 * 1024
/**
 * Thresholds of free space in bytes: below `full`, the disk counts as full; from `roomy` up, there is room
 * again.
 */
const [full, roomy] = [size / 4, size * 3]

/**
 * Yields the file's content in random pieces: some disks don't store repeated bytes, and the whole file at
 * once would take too much memory.
 */
function* pieces() {
  for (let left = size; left > 0; left -= pieceSize) yield randomBytes(pieceSize)
}

/**
 * Removes or creates the file depending on the free space in bytes. Returns what it did, or null if it did
 * nothing or the file couldn't be created.
 */
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
/** Delay in ms before the first check, so that it doesn't slow down the start. */
const laterMs = 10_000

/** Starts checking the disk every second. Prints an error when the reserve is released. */
export function openDiskReserve(dataDir: string) {
  let busy = false
  async function look() {
    if (busy) return
    busy = true
    const { bavail, bsize } = await statfs(dataDir)
    const done = await keepDiskReserve(dataDir, bavail * bsize)
    if (done === 'removed')
      console.error(
        `The disk with ${dataDir} is full. Free up space soon: its last reserve has been released.`,
      )
    busy = false
  }
  // If the folder is missing for a moment, the next check tries again.
  const begin = () => setInterval(() => void look().catch(() => (busy = false)), everyMs).unref()
  setTimeout(begin, laterMs).unref()
}
