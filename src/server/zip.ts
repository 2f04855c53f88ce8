import { once } from 'node:events'
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import yazl from 'yazl'

export type ZippedFile = { name: string; bytes: Uint8Array }

/** What would shrink to less than this part of it is stored as it is: whoever unpacks it could take it for a bomb (reliability T38). */
const leastShare = 1 / 60
/** Packing so few bytes takes more memory, again for every file, than it saves. */
const tiny = 4 * 1024
/** Nobody takes a file of so few bytes for a bomb, so it isn't tried out. */
const small = 64 * 1024
const isPacked = /\.webp$/

function shrinks({ name, bytes }: ZippedFile) {
  if (isPacked.test(name) || bytes.length <= tiny) return false
  return bytes.length <= small || deflateRawSync(bytes, { level: 6 }).length > bytes.length * leastShare
}

/** The bytes of a file until somebody takes them. */
type Held = { bytes: Uint8Array | null }

/** Adds a file, and waits until it is read. The zip keeps what it was given for each file up to its end, so that must not be the bytes. */
const put = (zip: yazl.ZipFile, name: string, held: Held, options: { size: number; compress: boolean }) =>
  new Promise<void>((done) =>
    zip.addReadStreamLazy(name, options, (give) => {
      const stream = Readable.from(held.bytes ? [held.bytes] : [])
      held.bytes = null
      stream.once('end', done)
      give(null, stream)
    }),
  )

/**
 * Files as one zip, which is made while it is read: at most two of the files are in memory. What fails on the way breaks the stream off, so that
 * nobody takes half a zip for a whole one.
 */
export function zipped(files: AsyncIterable<ZippedFile>): Readable {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream as Readable
  const closed = once(out, 'close').then(() => Promise.reject(new Error('Nobody reads the zip any more.')))
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
