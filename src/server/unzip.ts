import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry } from 'yauzl'
import { Problem, refused } from '#shared/problem.ts'
import { badText } from '#shared/text.ts'

/** What a zip may be at most: files, bytes of all of them unpacked, and how many times its size each may grow to (reliability T38). */
export const zipLimits = { files: 2000, bytes: 200 * 1024 * 1024, ratio: 100, name: 200 } as const

/** Below this size a high ratio is no bomb. */
const harmless = 64 * 1024

/** A zip that lies somewhere in parts of `partSize` bytes; `part` reads the one with this number, from 0. */
export type ZipSource = { size: number; partSize: number; part: (num: number) => Promise<Uint8Array> }

/** A zip whose directory was looked at and found harmless. `read` unpacks one file of at most `most` bytes. */
export type OpenZip = { files: ReadonlyMap<string, number>; read: (name: string, most: number) => Promise<Buffer> }

const bad = (why: string) => refused('bad_zip', `This file can’t be imported: ${why}.`, '/file')

/** Reads ranges of a zip in parts; the last part is kept, because ranges follow one another. */
class PartReader extends yauzl.RandomAccessReader {
  readonly #source: ZipSource
  #kept: { num: number; bytes: Promise<Uint8Array> } | null = null
  /** Why a part couldn't be read, which is not the zip's fault. */
  failure: unknown = null

  constructor(source: ZipSource) {
    super()
    this.#source = source
  }

  #part(num: number) {
    if (this.#kept?.num !== num) this.#kept = { num, bytes: this.#source.part(num) }
    this.#kept.bytes.catch((error: unknown) => (this.failure = error))
    return this.#kept.bytes
  }

  async *#range(start: number, end: number) {
    const { partSize, size } = this.#source
    if (end > size) return
    for (let at = start; at < end;) {
      const num = Math.floor(at / partSize)
      const from = at - num * partSize
      const bytes = (await this.#part(num)).subarray(from, Math.min(partSize, end - num * partSize))
      if (bytes.length === 0) return
      yield bytes
      at += bytes.length
    }
  }

  override _readStreamForRange(start: number, end: number) {
    return Readable.from(this.#range(start, end), { objectMode: false })
  }
}

const unixType = (entry: Entry) => (entry.versionMadeBy >> 8 === 3 ? (entry.externalFileAttributes >>> 16) & 0o170000 : 0)
const [regular, folder] = [0o100000, 0o040000]

/** Why an entry is not one that we unpack, or null. Names are never used as paths, and all the same have to be plain ones. */
function faultOf(entry: Entry) {
  const { fileName: name, uncompressedSize: size, compressedSize: packed } = entry
  if (name === '' || name.length > zipLimits.name || badText(name)) return 'it has a file with a name that isn’t one'
  if (/^[/\\]|^[a-z]:|\\/i.test(name) || name.split('/').some((part) => part === '..' || part === '.'))
    return `the name “${name}” leads outside`
  if (![0, regular, folder].includes(unixType(entry))) return `“${name}” is a link or no file at all`
  if (entry.isEncrypted()) return `“${name}” is encrypted`
  if (!entry.canDecodeFileData()) return `“${name}” is packed in a way that isn’t known`
  if (size > zipLimits.bytes) return 'it is larger than 200 MiB when it is unpacked'
  if (size > harmless && size > packed * zipLimits.ratio) return `“${name}” grows to more than ${zipLimits.ratio} times its size`
  return null
}

/** What tells names apart, also where capitals or composed letters don't. */
const key = (name: string) => name.normalize('NFC').toLowerCase()

/** Reads the central directory and refuses what could do harm, before anything is unpacked. */
async function look(zip: yauzl.ZipFile) {
  if (zip.entryCount > zipLimits.files) throw bad(`it has more than ${zipLimits.files} files`)
  const entries = new Map<string, Entry>()
  const names = new Set<string>()
  let [total, packed] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const fault = faultOf(entry)
    if (fault) throw bad(fault)
    if (names.has(key(entry.fileName))) throw bad(`it has two files with the name “${entry.fileName}”`)
    names.add(key(entry.fileName))
    total += entry.uncompressedSize
    packed += entry.compressedSize
    if (total > zipLimits.bytes) throw bad('it is larger than 200 MiB when it is unpacked')
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  if (total > harmless && total > packed * zipLimits.ratio) throw bad(`it grows to more than ${zipLimits.ratio} times its size`)
  return entries
}

/** Opens a zip after a look at its central directory; 422 `bad_zip` when it is damaged, too large, or could do harm. */
export async function openZip(source: ZipSource): Promise<OpenZip> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, decodeStrings: true, validateEntrySizes: true }
  const reader = new PartReader(source)
  const unreadable = (error: unknown) => {
    throw reader.failure ?? (error instanceof Problem ? error : bad('it is damaged, or no zip at all'))
  }
  const zip = await yauzl.fromRandomAccessReaderPromise(reader, source.size, options).catch(unreadable)
  const entries = await look(zip).catch(unreadable)
  return {
    files: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    read: async (name, most) => {
      const entry = entries.get(name)
      if (!entry) throw bad(`“${name}” is missing in it`)
      if (entry.uncompressedSize > most) throw bad(`“${name}” is too large`)
      // It breaks off as soon as there is more than the directory says.
      const bytes = await zip.openReadStreamPromise(entry).then(buffer).catch(unreadable)
      if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw bad(`“${name}” is damaged`)
      return bytes
    },
  }
}
