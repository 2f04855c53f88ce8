import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { erasedFile, parseList } from '../backup/erased-list.ts'
import type { Progress } from '../backup/write.ts'
import type { OpenBucket } from './bucket.ts'

/** Matches names that can't lead to a file outside the folder. */
const safe = /^(?:wal\/\d+\/)?[\w-][\w.-]*$/

type Order = {
  folder: string
  bucket: OpenBucket
  /** Returns true for the names of objects to download. */
  wanted: (name: string) => boolean
  say: Progress
}

/**
 * Downloads the wanted files that aren't in the backup folder yet or have another size there. A file gets its
 * name only once it is complete, so an interrupted download can be repeated. Returns the number of files
 * downloaded.
 */
export async function download({ folder, bucket, wanted, say }: Order) {
  const names = [...(await bucket.list())].filter(([name]) => safe.test(name) && wanted(name))
  let downloaded = 0
  for (const [at, [name, size]] of names.entries()) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found?.size === size) continue
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.part`
    try {
      await pipeline(await bucket.get(name), createWriteStream(draft, { mode: 0o600 }))
      await rename(draft, file)
    } finally {
      await rm(draft, { force: true })
    }
    downloaded += 1
    say('Downloading from the bucket', Math.floor((100 * (at + 1)) / names.length))
  }
  return downloaded
}

/** Returns the list of erased people in the bucket, which may be empty. Throws if it can't be read. */
export async function erasedIn(bucket: OpenBucket) {
  if (!(await bucket.list(erasedFile)).has(erasedFile)) return []
  const text = await bucket.getText(erasedFile).catch((error: Error) => {
    throw new Error(`${erasedFile} in the bucket can't be read: ${error.message}`, { cause: error })
  })
  return parseList(text, `${erasedFile} in the bucket`)
}
