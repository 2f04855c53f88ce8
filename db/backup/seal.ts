import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as Stream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BadBackup, damaged, isFrames, isRawKey, readFrames, type SealedWriter, take } from './frames.ts'
import type { Keys } from './keys.ts'

/**
 * Sealed files in an open format: compressed with zstd and encrypted with age (age-encryption.org/v1), so
 * that `age -d FILE | zstd -d` reads them. age encrypts pieces of 64 KiB with their number, so no piece can
 * be changed, omitted or moved, and a missing end is noticed. Without a key, the file is only compressed; its
 * checksum detects damage but hides nothing. Files of earlier versions (`frames.ts`) are recognized and read.
 */
const ageMagic = 'age-encryption.org/v1\n'
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * Work factors of scrypt, as powers of two. With 2^16, each guess at a passphrase takes 64 MB of memory. A
 * random key can't be guessed, so it needs less.
 */
const passphraseWork = 16
const rawKeyWork = 10

/** Largest window to unpack, as its base-2 logarithm, so that a forged file can't fill the memory. */
const windowLog = 24
const readBytes = 256 * 1024
/** Number of bytes of a header to read, more than enough to find the method of its first recipient. */
const methodBytes = 512

function encrypterFor({ key, recipients }: Keys) {
  const encrypter = new Encrypter()
  if (recipients.length > 0) {
    for (const each of recipients) encrypter.addRecipient(each)
    return encrypter
  }
  if (key === null) return null
  encrypter.setPassphrase(key)
  encrypter.setScryptWorkFactor(isRawKey(key) ? rawKeyWork : passphraseWork)
  return encrypter
}

/** Starts writing a sealed file into an empty file. */
export async function writeSealed(file: FileHandle, keys: Keys): Promise<SealedWriter> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const plain = Readable.toWeb(zstd) as ReadableStream<Uint8Array>
  const encrypter = encrypterFor(keys)
  const sealed: AsyncIterable<Uint8Array> = encrypter ? await encrypter.encrypt(plain) : plain
  let bytes = 0
  const written = (async () => {
    for await (const piece of sealed) {
      bytes += piece.length
      await file.writeFile(piece)
    }
  })()
  written.catch(() => zstd.destroy())
  return {
    // Wait for each piece. If a piece is still waiting when `end` is called, Node 24 adds a second, empty
    // zstd frame.
    put: async (piece) => {
      const packed = Promise.withResolvers<void>()
      zstd.write(piece, (error) => (error ? packed.reject(error) : packed.resolve()))
      await Promise.race([packed.promise, written])
    },
    end: async () => {
      zstd.end()
      await written
    },
    bytes: () => bytes,
  }
}

/** Reads a file from its start, regardless of its current position. */
async function* bytesOf(file: FileHandle) {
  for (let at = 0; ; at += readBytes) {
    const bytes = await take(file, at, readBytes)
    if (bytes.length > 0) yield bytes
    if (bytes.length < readBytes) return
  }
}

type Format = 'frames' | 'age' | 'zstd'

/** Returns a file's format, or null if it isn't one of ours. */
export async function formatOf(file: FileHandle): Promise<Format | null> {
  if (await isFrames(file)) return 'frames'
  const start = await take(file, 0, ageMagic.length)
  if (start.toString('latin1') === ageMagic) return 'age'
  return start.subarray(0, 4).equals(zstdMagic) ? 'zstd' : null
}

/** Returns a decrypter for a file. Throws {@link BadBackup} if the required key is missing. */
async function decrypterFor(file: FileHandle, { key, identities }: Keys) {
  const head = (await take(file, 0, methodBytes)).toString('latin1')
  const decrypter = new Decrypter()
  if (/^-> scrypt /m.test(head)) {
    if (key === null)
      throw new BadBackup('This backup is encrypted. Set BACKUP_KEY to the key that it was made with.')
    decrypter.addPassphrase(key)
    return decrypter
  }
  if (identities.length === 0)
    throw new BadBackup(
      'This backup is encrypted for a public key. Name the file with its secret key: --identity FILE, or set BACKUP_IDENTITY.',
    )
  for (const each of identities) decrypter.addIdentity(each)
  return decrypter
}

const unsealable = 'it was changed, or its end is missing'

async function decrypted(file: FileHandle, keys: Keys) {
  const decrypter = await decrypterFor(file, keys)
  try {
    return await decrypter.decrypt(Stream.from(bytesOf(file)) as ReadableStream<Uint8Array>)
  } catch (error) {
    if (!(error as Error).message.startsWith('no identity matched')) throw damaged(unsealable)
    throw new BadBackup(
      keys.identities.length > 0
        ? 'This backup was made for different keys than that identity or BACKUP_KEY.'
        : 'This backup was made with a different key than BACKUP_KEY.',
    )
  }
}

/** Unpacks a sealed file's bytes. Throws {@link BadBackup} as soon as it finds a change. */
async function* unpacked(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const zstd = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: windowLog } })
  let bytes = 0
  const counted = async function* () {
    for await (const piece of sealed) {
      bytes += piece.length
      yield piece
    }
  }
  const fed = pipeline(counted, zstd)
  fed.catch(() => {})
  try {
    yield* zstd as AsyncIterable<Buffer>
    await fed
  } catch (error) {
    // Rethrow disk errors, which have the name of a system call.
    throw error instanceof Error && 'syscall' in error ? error : damaged(unsealable)
  }
  if (zstd.bytesWritten !== bytes) throw damaged('there is extra data after its end')
}

/**
 * Reads the plain bytes of a sealed file of any version. Throws {@link BadBackup}, at the latest at the end
 * of the file, if it was changed, needs another key, or isn't encrypted although a key for encryption is set.
 */
export async function* readSealed(file: FileHandle, keys: Keys): AsyncGenerator<Buffer> {
  const format = await formatOf(file)
  if (format === null) throw new BadBackup('This file is not a backup.')
  if ((await isEncrypted(file)) === false && (keys.key !== null || keys.recipients.length > 0))
    throw new BadBackup(
      'This backup is not encrypted although BACKUP_KEY or BACKUP_RECIPIENT is set: anyone could have written it. If you trust it, unset them.',
    )
  if (format === 'frames') return yield* readFrames(file, keys.key)
  if (format === 'age') return yield* unpacked(await decrypted(file, keys))
  yield* unpacked(bytesOf(file))
}

/**
 * Returns true for an encrypted file, false for an unencrypted one, and null for one that isn't a sealed
 * file.
 */
export async function isEncrypted(file: FileHandle) {
  const format = await formatOf(file)
  if (format === 'frames') return (await take(file, 9, 1))[0] !== 0
  return format === null ? null : format === 'age'
}
