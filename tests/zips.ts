import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { openZip } from '#server/unzip.ts'

/** Entry of a zip, with the false claims that the zip makes about it. */
type Entry = {
  name: string
  bytes?: Uint8Array | string
  packed?: boolean
  claims?: Partial<{
    size: number
    packedSize: number
    flags: number
    method: number
    unix: number
    crc: number
  }>
}

const numbers = (...fields: readonly (readonly [value: number, bytes: 2 | 4])[]) => {
  const all = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) at = all.writeUIntLE(value, at, bytes)
  return all
}

/**
 * Builds a zip by hand, so that it can be hostile. `count` is the number of entries that it claims to have.
 */
export function zipOf(entries: readonly Entry[], { count = entries.length } = {}): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, bytes = '', packed = true, claims = {} } of entries) {
    const plain = Buffer.from(bytes)
    const data = packed ? deflateRawSync(plain) : plain
    const said = {
      size: plain.length,
      packedSize: data.length,
      flags: 0x800,
      method: packed ? 8 : 0,
      unix: 0o100644,
      crc: crc32(plain),
      ...claims,
    }
    const title = Buffer.from(name)
    const both = [
      [said.flags, 2],
      [said.method, 2],
      [0, 4],
      [said.crc, 4],
      [said.packedSize, 4],
      [said.size, 4],
      [title.length, 2],
      [0, 2],
    ] as const
    const local = Buffer.concat([numbers([0x04034b50, 4], [20, 2], ...both), title, data])
    const about = numbers(
      [0x02014b50, 4],
      [0x0314, 2],
      [20, 2],
      ...both,
      [0, 2],
      [0, 2],
      [0, 2],
      [(said.unix << 16) >>> 0, 4],
      [offset, 4],
    )
    files.push(local)
    directory.push(Buffer.concat([about, title]))
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = numbers(
    [0x06054b50, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [listed.length, 4],
    [offset, 4],
    [0, 2],
  )
  return Buffer.concat([...files, listed, end])
}

const mega = 1024 * 1024
const fine = { name: 'manifest.json', bytes: '{}' }

/** Hostile zips, each with the name of its attack (reliability T38). */
export const hostileZips: readonly (readonly [what: string, bytes: () => Buffer])[] = [
  ['a name that leaves the folder', () => zipOf([fine, { name: '../../etc/passwd', bytes: 'x' }])],
  [
    'a name that leaves the folder by backslashes',
    () => zipOf([fine, { name: '..\\..\\windows\\x', bytes: 'x' }]),
  ],
  ['an absolute name', () => zipOf([fine, { name: '/etc/passwd', bytes: 'x' }])],
  ['a name with a drive letter', () => zipOf([fine, { name: 'C:/x', bytes: 'x' }])],
  [
    'a symbolic link',
    () => zipOf([fine, { name: 'visuals/x.webp', bytes: '/etc/passwd', claims: { unix: 0o120777 } }]),
  ],
  ['two files with one name', () => zipOf([fine, fine])],
  ['two files whose names differ only in case', () => zipOf([fine, { ...fine, name: 'Manifest.json' }])],
  ['a name with a NUL', () => zipOf([fine, { name: 'a\0.json' }])],
  ['2,001 files', () => zipOf(Array.from({ length: 2001 }, (_, at) => ({ name: `visuals/${at}` })))],
  [
    '50,000 files',
    () => zipOf(Array.from({ length: 50_000 }, (_, at) => ({ name: `${at}`, packed: false }))),
  ],
  ['a bomb', () => zipOf([fine, { name: 'material.json', bytes: Buffer.alloc(20 * mega) }])],
  [
    'many small bombs',
    () =>
      zipOf([
        fine,
        ...Array.from({ length: 300 }, (_, at) => ({ name: `sections/${at}`, bytes: Buffer.alloc(63_000) })),
      ]),
  ],
  [
    'more than 200 MiB in all',
    () =>
      zipOf(
        Array.from({ length: 3 }, (_, at) => ({
          name: `${at}`,
          claims: { size: 90 * mega, packedSize: mega },
        })),
      ),
  ],
  [
    'a file that is larger than declared',
    () => zipOf([{ ...fine, bytes: '{"a": "longer than said"}', claims: { size: 2 } }]),
  ],
  ['a file with a wrong checksum', () => zipOf([{ ...fine, claims: { crc: 1 } }])],
  ['an encrypted file', () => zipOf([{ ...fine, claims: { flags: 0x801 } }])],
  ['an unknown compression method', () => zipOf([{ ...fine, claims: { method: 99 } }])],
  ['fewer files than declared', () => zipOf([fine], { count: 2 })],
  ['a truncated end', () => zipOf([fine]).subarray(0, -10)],
  ['a file that isn’t a zip', () => Buffer.from('PK, but not really')],
  ['nothing', () => Buffer.alloc(0)],
]

/** Returns the contents of a zip. */
export async function unzipped(bytes: Buffer) {
  const zip = await openZip({
    size: bytes.length,
    partSize: bytes.length,
    part: () => Promise.resolve(bytes),
  })
  const files = new Map<string, Buffer>()
  for (const name of zip.files.keys()) files.set(name, await zip.read(name, 100 * mega))
  const bytesOf = (name: string) => files.get(name) ?? Buffer.alloc(0)
  return {
    names: [...files.keys()],
    files,
    json: (name: string): unknown => JSON.parse(bytesOf(name).toString()),
    hash: (name: string) => createHash('sha256').update(bytesOf(name)).digest('hex'),
  }
}
