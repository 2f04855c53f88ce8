import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

/**
 * First bytes of a file of frames. Backups of earlier versions have this format, and so do files of the
 * archive (`db/recovery`) that are sealed with BACKUP_KEY or not encrypted. A header is followed by frames of
 * up to 1 MiB. Each frame is compressed separately and sealed with its number, so that no frame can be
 * changed, omitted or moved, and a missing last frame is noticed. With a key, the seal is AES-256-GCM.
 * Without one, it is a SHA-256, which detects damage but hides nothing. A frame is unpacked only if its seal
 * is valid, and never to more than 1 MiB.
 */
const magic = Buffer.from('BLBACKUP')
const format = 1
const headerBytes = 42
const modes = { open: 0, key: 1, passphrase: 2 } as const
const plainBytes = 1024 * 1024
/** Maximum size of a compressed frame. Random bytes need slightly more than their own size. */
const maxBytes = plainBytes + 64 * 1024
const headBytes = 5

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Error for a backup that can't be used. The message is meant for the person who restores it. */
export class BadBackup extends Error {}

export const damaged = (why: string) => new BadBackup(`This backup is damaged: ${why}.`)

/** Returns the 32 bytes of a base64 key, or null if it is a passphrase. */
function rawKey(key: string) {
  const bytes = Buffer.from(key, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === key ? bytes : null
}

/** True for a random key, as opposed to a passphrase, which could be guessed. */
export const isRawKey = (key: string) => rawKey(key) !== null

type Seal = { header: Buffer; key: Buffer | null }

/** Derives a separate key for every file, so that a frame's number can be its nonce. */
function sealOf(key: string, mode: number, salt: Buffer) {
  const master =
    mode === modes.key
      ? rawKey(key)
      : scryptSync(key, salt, 32, { N: 32_768, r: 8, p: 3, maxmem: 128 * 1024 * 1024 })
  if (!master)
    throw new BadBackup('This backup was encrypted with a key of 32 bytes, but BACKUP_KEY is a passphrase.')
  const fileKey = Buffer.from(hkdfSync('sha256', master, salt, 'blended-learning backup', 32))
  return { fileKey, check: createHmac('sha256', fileKey).update('key').digest().subarray(0, 16) }
}

function newSeal(key: string | null): Seal {
  const salt = randomBytes(16)
  const mode = key === null ? modes.open : rawKey(key) ? modes.key : modes.passphrase
  const { fileKey, check } =
    key === null ? { fileKey: null, check: Buffer.alloc(16) } : sealOf(key, mode, salt)
  return { header: Buffer.concat([magic, Buffer.from([format, mode]), salt, check]), key: fileKey }
}

/**
 * Reads a header. Throws {@link BadBackup} if it isn't a header, was made by a newer version of the product,
 * or needs another key.
 */
function openSeal(header: Buffer, key: string | null): Seal {
  if (header.length < headerBytes || !header.subarray(0, 8).equals(magic))
    throw new BadBackup('This file is not a backup.')
  const [version = 0, mode = 0] = header.subarray(8, 10)
  if (version !== format)
    throw new BadBackup(
      `This backup has format ${version}, which this version can't read. Use the one that made it.`,
    )
  if (mode === modes.open) return { header, key: null }
  if (mode > modes.passphrase) throw damaged('its header is invalid')
  if (key === null)
    throw new BadBackup('This backup is encrypted. Set BACKUP_KEY to the key that it was made with.')
  const { fileKey, check } = sealOf(key, mode, header.subarray(10, 26))
  if (!timingSafeEqual(check, header.subarray(26)))
    throw new BadBackup('This backup was made with a different key than BACKUP_KEY.')
  return { header, key: fileKey }
}

const nonceOf = (number: number) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

/** Returns the data that a frame's seal covers in addition to the body. */
const around = ({ header }: Seal, number: number, head: Buffer) =>
  Buffer.concat([header, nonceOf(number), head])

function headOf(length: number, last: boolean) {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(length)
  head[4] = last ? 1 : 0
  return head
}

function sealed(seal: Seal, number: number, { body, last }: { body: Buffer; last: boolean }) {
  const head = headOf(body.length, last)
  if (!seal.key)
    return [
      head,
      body,
      createHash('sha256')
        .update(around(seal, number, head))
        .update(body)
        .digest(),
    ]
  const cipher = createCipheriv('aes-256-gcm', seal.key, nonceOf(number)).setAAD(around(seal, number, head))
  return [head, cipher.update(body), cipher.final(), cipher.getAuthTag()]
}

function unsealed(
  seal: Seal,
  number: number,
  { head, body, tag }: { head: Buffer; body: Buffer; tag: Buffer },
) {
  if (!seal.key) {
    const hash = createHash('sha256')
      .update(around(seal, number, head))
      .update(body)
      .digest()
    return timingSafeEqual(hash, tag) ? body : null
  }
  const decipher = createDecipheriv('aes-256-gcm', seal.key, nonceOf(number), { authTagLength: 16 })
  const plain = decipher
    .setAAD(around(seal, number, head))
    .setAuthTag(tag)
    .update(body)
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    return null
  }
}

/** Writer of a sealed file. It keeps only a few pieces of the file in memory. `end` completes the file. */
export type SealedWriter = {
  put: (piece: Buffer) => Promise<void>
  end: () => Promise<void>
  bytes: () => number
}

/** Starts writing a sealed file into an empty file. */
export async function writeFrames(file: FileHandle, key: string | null): Promise<SealedWriter> {
  const seal = newSeal(key)
  let waiting: Buffer[] = []
  let waits = 0
  let number = 0
  let bytes = 0
  const out = async (parts: Buffer[]) => {
    const whole = Buffer.concat(parts)
    bytes += whole.length
    await file.writeFile(whole)
  }
  const frame = async (plain: Buffer, last: boolean) => {
    await out(sealed(seal, number, { body: await compress(plain), last }))
    number += 1
  }
  await out([seal.header])
  return {
    put: async (piece) => {
      waiting.push(piece)
      waits += piece.length
      if (waits < plainBytes) return
      let rest = Buffer.concat(waiting)
      for (; rest.length >= plainBytes; rest = rest.subarray(plainBytes))
        await frame(rest.subarray(0, plainBytes), false)
      waiting = [Buffer.from(rest)]
      waits = rest.length
    },
    end: () => frame(Buffer.concat(waiting), true),
    bytes: () => bytes,
  }
}

/** Reads `length` bytes of a file, starting at the position `at`, or fewer if the file ends before that. */
export async function take(file: FileHandle, at: number, length: number) {
  const bytes = Buffer.alloc(length)
  let had = 0
  while (had < length) {
    const { bytesRead } = await file.read(bytes, had, length - had, at + had)
    if (bytesRead === 0) break
    had += bytesRead
  }
  return bytes.subarray(0, had)
}

/**
 * Reads the plain bytes of a backup, frame by frame. Throws {@link BadBackup} at the first frame that was
 * changed, if the end is missing, or if there is data after the end.
 */
export async function* readFrames(file: FileHandle, key: string | null): AsyncGenerator<Buffer> {
  const seal = openSeal(await take(file, 0, headerBytes), key)
  const tagBytes = seal.key ? 16 : 32
  let at = headerBytes
  for (let number = 0; ; number += 1) {
    const head = await take(file, at, headBytes)
    if (head.length < headBytes) throw damaged('its end is missing')
    const length = head.readUInt32BE()
    if (length > maxBytes) throw damaged(`part ${number + 1} was changed`)
    const rest = await take(file, at + headBytes, length + tagBytes)
    if (rest.length < length + tagBytes) throw damaged('its end is missing')
    const body = unsealed(seal, number, { head, body: rest.subarray(0, length), tag: rest.subarray(length) })
    if (!body) throw damaged(`part ${number + 1} was changed`)
    yield await decompress(body, { maxOutputLength: plainBytes }).catch(() => {
      throw damaged(`part ${number + 1} can't be unpacked`)
    })
    at += headBytes + length + tagBytes
    if (head[4] === 1) break
  }
  if ((await file.stat()).size !== at) throw damaged('there is extra data after its end')
}

/** True for a file that consists of frames, the format described above. */
export const isFrames = async (file: FileHandle) => (await take(file, 0, magic.length)).equals(magic)
