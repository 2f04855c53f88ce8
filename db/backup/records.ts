import { z } from 'zod'
import { BadBackup } from './frames.ts'

/**
 * Kinds of records in a backup of an earlier version. Its inner format is a sequence of records: a
 * description (head), each table with its rows as written by COPY, and the totals (foot). A record consists
 * of its kind, its length and its bytes.
 */
const kinds = { head: 1, table: 2, rows: 3, foot: 4 } as const
type RecordKind = keyof typeof kinds
const kindOf = new Map<number, RecordKind>(
  Object.entries(kinds).map(([name, number]) => [number, name as RecordKind]),
)
/** Returns the error for a backup with contents that this product never writes. */
export const invalidContents = () => new BadBackup('This backup has invalid contents.')

/** Maximum size of a record in bytes. A head with every table and migration takes less than 50 kB. */
export const maxBytes = 4 * 1024 * 1024

const Name = z.string().max(100)
export const Head = z.strictObject({
  /**
   * Format of the files in a tar archive. Earlier backups, which are sequences of records, don't have this
   * field.
   */
  format: z.literal(2).optional(),
  product: Name,
  madeAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: Name, hash: z.string().length(64) })).max(5000),
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name).min(1).max(1000) })).max(5000),
})
/** Description of a backup: the product's version, the time, its migrations and its tables. */
export type Head = z.infer<typeof Head>

const Count = z.int().min(0)
const Sum = z.strictObject({
  name: Name,
  rows: Count,
  bytes: Count,
  /** Hash of the rows as written in the file. */
  sha256: z.string().length(64),
  /** Checksum of the rows in the database, regardless of their order. Null for the queue. */
  fingerprint: z.string().max(60).nullable(),
})
/** Totals of a table. */
export type Sum = z.infer<typeof Sum>
export const Foot = z.strictObject({
  tables: z.array(Sum).max(5000),
  sequences: z.array(z.strictObject({ name: Name, last: z.string().regex(/^-?\d{1,19}$/) })).max(5000),
})
/** Totals of a backup. */
export type Foot = z.infer<typeof Foot>

export type BackupRecord = { kind: RecordKind; bytes: Buffer }

/** Reads the records from a backup's plain bytes. Throws {@link BadBackup} if they are invalid. */
export async function* recordsIn(frames: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const frame of frames) {
    rest = rest.length === 0 ? frame : Buffer.concat([rest, frame])
    while (rest.length >= 5) {
      const kind = kindOf.get(rest[0] as number)
      const length = rest.readUInt32BE(1)
      if (!kind || length > maxBytes) throw invalidContents()
      if (rest.length < 5 + length) break
      yield { kind, bytes: rest.subarray(5, 5 + length) }
      rest = rest.subarray(5 + length)
    }
  }
  if (rest.length > 0) throw invalidContents()
}

/** Parses a JSON value. Throws {@link BadBackup} if it doesn't match the schema. */
export function valueOf<S extends z.ZodType>(schema: S, bytes: Buffer): z.infer<S> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw invalidContents()
  }
}
