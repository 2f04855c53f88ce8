import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { erasedFile, listedIn, union } from '../backup/erased-list.ts'
import { repeat } from '../repeat.ts'
import type { OpenBucket } from './bucket.ts'
import { erasedIn } from './download.ts'

/** Interval in ms at which new files are looked for. */
const everyMs = 10_000
/**
 * Interval in ms at which the bucket's list of erased people is checked again, because another product may
 * have replaced it at the same moment.
 */
const mergeEveryMs = 60 * 60 * 1000
/** Time in ms for a last upload when the product stops. */
const lastMs = 5000

/**
 * Matches the names of backups and of files in the archive, except `.tar.zst` backups, which aren't
 * encrypted.
 */
const complete = /\.(?:tar\.zst\.age|blb|blw)$/

/**
 * Returns the names of the files to upload. Files get their final name once they are complete. The label of a
 * base backup comes last, because a base backup without a label doesn't count yet.
 */
async function filesIn(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter(({ name }) => !name.startsWith('.') && complete.test(name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .toSorted((one, other) => Number(one.includes('.label')) - Number(other.includes('.label')))
}

type Order = {
  /** Folder with backups and the archive. */
  folder: string
  bucket: OpenBucket
  /** Raises an alarm for the admins. */
  alert: (text: string) => Promise<unknown>
  /** Interval in ms at which new files are looked for. */
  every?: number
  /** Interval in ms at which the bucket's list of erased people is checked again. */
  mergeEvery?: number
}

/**
 * Keeps a copy of the backup folder in a bucket by uploading every file that isn't there yet. Never deletes
 * anything in the bucket, so that the copies survive a lost disk or an attacker who has the product's keys.
 * The bucket's own lifecycle rules remove old ones.
 */
export function startUploads({ folder, bucket, alert, every = everyMs, mergeEvery = mergeEveryMs }: Order) {
  const ending = new AbortController()
  let known: Map<string, number> | null = null
  let listedAt = 0
  let mergedAt = 0

  /**
   * Adds the people on the local list of erased people, if it was changed, to the list in the bucket. That
   * list may have more people, because the disk may be new. Never writes the local file, so that nobody whom
   * the product adds meanwhile is lost.
   */
  async function uploadErased() {
    const found = await stat(join(folder, erasedFile)).catch(() => null)
    if (!found) return
    const isNew = found.mtimeMs !== listedAt
    if (!isNew && Date.now() - mergedAt < mergeEvery) return
    const there = await erasedIn(bucket)
    const all = union(there, await listedIn(folder))
    if (isNew || all.length > there.length) await bucket.putText(erasedFile, JSON.stringify(all))
    ;[listedAt, mergedAt] = [found.mtimeMs, Date.now()]
  }

  async function uploadComplete() {
    known ??= await bucket.list()
    for (const name of await filesIn(folder)) {
      const file = join(folder, name)
      // The file may have been removed in the meantime, because old backups are deleted.
      const found = await stat(file).catch(() => null)
      if (!found || known.get(name) === found.size) continue
      await bucket.put(name, file)
      known.set(name, found.size)
    }
  }

  /** Uploads everything new. A list of erased people that can't be read doesn't prevent the other copies. */
  async function upload() {
    try {
      await uploadErased()
    } finally {
      await uploadComplete()
    }
  }

  const ended = repeat(upload, {
    everyMs: every,
    signal: ending.signal,
    failed: async (message, needsAlert) =>
      needsAlert && (await alert(`Backups can’t be copied to the bucket: ${message}`)),
  })
  return {
    /** Uploads new files for a few seconds, then stops. The next start uploads the rest. */
    stop: async () => {
      ending.abort()
      await Promise.race([ended.then(upload).catch(() => {}), pause(lastMs)])
    },
  }
}
