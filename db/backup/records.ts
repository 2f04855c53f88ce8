import { z } from 'zod'
import { BadBackup, type FrameWriter } from './frames.ts'

/**
 * The inside of a backup, a row of records: what it is of (head), each table with its rows as COPY writes them, and what all of it came to
 * (foot). A record is its kind, its length and its bytes.
 */
const kinds = { head: 1, table: 2, rows: 3, foot: 4 } as const
type RecordKind = keyof typeof kinds
const kindOf = new Map<number, RecordKind>(Object.entries(kinds).map(([name, number]) => [number, name as RecordKind]))
/** Rows are cut into pieces of this many bytes, wherever that falls. */
const pieceBytes = 256 * 1024
/** A head with every table and migration is some ten kilobytes. */
const mostBytes = 4 * 1024 * 1024

const Name = z.string().max(100)
export const Head = z.strictObject({
  product: Name,
  madeAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: Name, hash: z.string().length(64) })).max(5000),
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name).min(1).max(1000) })).max(5000),
})
/** What a backup is of: the product's version, when, its migrations and its tables. */
export type Head = z.infer<typeof Head>

const Count = z.int().min(0)
const Sum = z.strictObject({
  name: Name,
  rows: Count,
  bytes: Count,
  /** Of the rows as they stand in the file. */
  sha256: z.string().length(64),
  /** Of the rows as the database has them, in whatever order; null for the queue. */
  fingerprint: z.string().max(60).nullable(),
})
/** What a table came to. */
export type Sum = z.infer<typeof Sum>
export const Foot = z.strictObject({
  tables: z.array(Sum).max(5000),
  sequences: z.array(z.strictObject({ name: Name, last: z.string().regex(/^-?\d{1,19}$/) })).max(5000),
})
/** What a backup came to. */
export type Foot = z.infer<typeof Foot>

function record(kind: RecordKind, bytes: Buffer) {
  const head = Buffer.alloc(5)
  head[0] = kinds[kind]
  head.writeUInt32BE(bytes.length, 1)
  return [head, bytes]
}

/** Writes a record that is a value. */
export async function putValue(to: FrameWriter, kind: 'head' | 'table' | 'foot', value: unknown) {
  for (const each of record(kind, Buffer.from(JSON.stringify(value)))) await to.put(each)
}

/** Writes rows of the table that was named last. */
export async function putRows(to: FrameWriter, bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    for (const each of record('rows', bytes.subarray(at, at + pieceBytes))) await to.put(each)
}

export type Told = { kind: RecordKind; bytes: Buffer }

/** The records in a backup's plain bytes. Throws {@link BadBackup} when they are none. */
export async function* recordsIn(frames: AsyncIterable<Buffer>): AsyncGenerator<Told> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const frame of frames) {
    rest = rest.length === 0 ? frame : Buffer.concat([rest, frame])
    while (rest.length >= 5) {
      const kind = kindOf.get(rest[0] as number)
      const length = rest.readUInt32BE(1)
      if (!kind || length > mostBytes) throw new BadBackup('This backup makes no sense inside.')
      if (rest.length < 5 + length) break
      yield { kind, bytes: rest.subarray(5, 5 + length) }
      rest = rest.subarray(5 + length)
    }
  }
  if (rest.length > 0) throw new BadBackup('This backup makes no sense inside.')
}

/** A record's value. Throws {@link BadBackup} when it is not what it must be. */
export function valueOf<S extends z.ZodType>(schema: S, { bytes }: Told): z.infer<S> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new BadBackup('This backup makes no sense inside.')
  }
}
