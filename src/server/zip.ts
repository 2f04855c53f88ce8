import { once } from 'node:events'
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import yazl from 'yazl'

export type ZippedFile = { name: string; bytes: Uint8Array }

/** What would shrink to less than this part of it is stored as it is: whoever unpacks it could take it for a bomb (reliability T38). */
const leastShare = 1 / 60
const isPacked = /\.webp$/

function shrinks({ name, bytes }: ZippedFile) {
  return !isPacked.test(name) && deflateRawSync(bytes, { level: 6 }).length > bytes.length * leastShare
}

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
      const stream = Readable.from([file.bytes])
      const ended = once(stream, 'end')
      zip.addReadStream(stream, file.name, { size: file.bytes.length, compress: shrinks(file) })
      await Promise.race([ended, closed])
    }
    zip.end()
  }
  zip.on('error', (error: Error) => out.destroy(error))
  fill().catch((error: Error) => out.destroy(error))
  return out
}
