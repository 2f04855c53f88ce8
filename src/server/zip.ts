import { once } from 'node:events'
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import yazl from 'yazl'

export type ZippedFile = { name: string; bytes: Uint8Array }

/**
 * A file that compression would shrink to less than this share of its size is stored uncompressed instead,
 * because readers could mistake it for a zip bomb (reliability T38).
 */
const minShare = 1 / 60
/** Size in bytes up to which compressing a file isn't worth the memory it needs. */
const tiny = 4 * 1024
/** Size in bytes up to which a file can't be a zip bomb, so its ratio isn't checked. */
const small = 64 * 1024
const isPacked = /\.webp$/

function shrinks({ name, bytes }: ZippedFile) {
  if (isPacked.test(name) || bytes.length <= tiny) return false
  return bytes.length <= small || deflateRawSync(bytes, { level: 6 }).length > bytes.length * minShare
}

/** Content of a file. Null once it has been read. */
type FileContent = { bytes: Uint8Array | null }

/**
 * Adds a file and waits until it is read. The zip keeps every stream until the end, so `content` is emptied
 * to free the bytes.
 */
const put = (
  zip: yazl.ZipFile,
  name: string,
  content: FileContent,
  options: { size: number; compress: boolean },
) =>
  new Promise<void>((done) =>
    zip.addReadStreamLazy(name, options, (give) => {
      const stream = Readable.from(content.bytes ? [content.bytes] : [])
      content.bytes = null
      stream.once('end', done)
      give(null, stream)
    }),
  )

/**
 * Streams files as one zip, with at most two files in memory. An error aborts the stream, so that nobody
 * mistakes a partial zip for a complete one.
 */
export function zipped(files: AsyncIterable<ZippedFile>): Readable {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream as Readable
  const closed = once(out, 'close').then(() => Promise.reject(new Error('The zip is no longer being read.')))
  closed.catch(() => {})
  const fill = async () => {
    for await (const file of files) {
      const { name, bytes } = file
      await Promise.race([put(zip, name, { bytes }, { size: bytes.length, compress: shrinks(file) }), closed])
    }
    zip.end()
  }
  zip.on('error', (error: Error) => out.destroy(error))
  fill().catch((error: Error) => out.destroy(error))
  return out
}
