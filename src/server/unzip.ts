import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry } from 'yauzl'
import { Problem, refused } from '#shared/problem.ts'
import { badText } from '#shared/text.ts'

/**
 * Limits for a zip: number of files, total bytes unpacked, compression ratio of each file and of all
 * together, and length of names (reliability T38).
 */
export const zipLimits = { files: 2000, bytes: 200 * 1024 * 1024, ratio: 100, name: 200 } as const

/** Unpacked size in bytes below which a high ratio is harmless. */
const maxUncheckedSize = 64 * 1024

/** A zip stored in parts of `partSize` bytes. `part` reads one by its number, from 0. */
export type ZipSource = { size: number; partSize: number; part: (num: number) => Promise<Uint8Array> }

/**
 * A zip whose directory was checked. `files` has the unpacked size of each file by name. `read` unpacks one
 * file. It throws 422 if the file is missing, damaged or larger than `most` bytes.
 */
export type OpenZip = {
  files: ReadonlyMap<string, number>
  read: (name: string, most: number) => Promise<Buffer>
}

const bad = (why: string) => refused('bad_zip', `This file can’t be imported: ${why}.`, '/file')

/** Reads ranges of a zip from its parts. Caches the last part, because ranges are read in order. */
class PartReader extends yauzl.RandomAccessReader {
  readonly #source: ZipSource
  #kept: { num: number; bytes: Promise<Uint8Array> } | null = null
  /** Error while reading a part, or null. Such an error doesn't mean that the zip is bad. */
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

const unixType = (entry: Entry) =>
  entry.versionMadeBy >> 8 === 3 ? (entry.externalFileAttributes >>> 16) & 0o170000 : 0
const [regular, folder] = [0o100000, 0o040000]

/**
 * Returns the reason why an entry can't be unpacked, or null. Names are never used as paths but must be plain
 * anyway.
 */
function faultOf(entry: Entry) {
  const { fileName: name, uncompressedSize: size, compressedSize: packed } = entry
  if (name === '' || name.length > zipLimits.name || badText(name))
    return 'it has a file with an invalid name'
  if (/^[/\\]|^[a-z]:|\\/i.test(name) || name.split('/').some((part) => part === '..' || part === '.'))
    return `the name “${name}” points outside the file`
  if (![0, regular, folder].includes(unixType(entry))) return `“${name}” is not a regular file`
  if (entry.isEncrypted()) return `“${name}” is encrypted`
  if (!entry.canDecodeFileData()) return `“${name}” uses an unknown compression method`
  if (size > zipLimits.bytes) return 'it is larger than 200 MiB when unpacked'
  if (size > maxUncheckedSize && size > packed * zipLimits.ratio)
    return `“${name}” expands to more than ${zipLimits.ratio} times its size`
  return null
}

/** Returns a key that is equal for names that differ only in case or Unicode composition. */
const key = (name: string) => name.normalize('NFC').toLowerCase()

/**
 * Reads the central directory, and refuses a harmful zip before anything is unpacked. Returns the entries of
 * files, without folders, by name.
 */
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
    if (total > zipLimits.bytes) throw bad('it is larger than 200 MiB when unpacked')
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  if (total > maxUncheckedSize && total > packed * zipLimits.ratio)
    throw bad(`it expands to more than ${zipLimits.ratio} times its size`)
  return entries
}

/**
 * Opens a zip after checking its central directory. Throws 422 `bad_zip` if it is damaged, too large, or
 * harmful. Errors from reading a part are passed on.
 */
export async function openZip(source: ZipSource): Promise<OpenZip> {
  const options = {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    decodeStrings: true,
    validateEntrySizes: true,
  }
  const reader = new PartReader(source)
  const unreadable = (error: unknown) => {
    throw reader.failure ?? (error instanceof Problem ? error : bad('it is damaged or not a zip file'))
  }
  const zip = await yauzl.fromRandomAccessReaderPromise(reader, source.size, options).catch(unreadable)
  const entries = await look(zip).catch(unreadable)
  return {
    files: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    read: async (name, most) => {
      const entry = entries.get(name)
      if (!entry) throw bad(`“${name}” is missing`)
      if (entry.uncompressedSize > most) throw bad(`“${name}” is too large`)
      // Fails as soon as there is more data than the directory declares (`validateEntrySizes`).
      const bytes = await zip.openReadStreamPromise(entry).then(buffer).catch(unreadable)
      if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
        throw bad(`“${name}” is damaged`)
      return bytes
    },
  }
}
