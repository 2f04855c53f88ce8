import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { queue } from './catalog.ts'
import { BadBackup } from './frames.ts'
import type { Keys } from './keys.ts'
import { Foot, Head, recordsIn, invalidContents, type Sum, valueOf } from './records.ts'
import { formatOf, readSealed } from './seal.ts'
import { type Reader, readTar } from './tar.ts'

/** Callbacks of {@link goThrough}, called in file order. */
export type RecordHandlers = Partial<Reader>

type Counted = Pick<Sum, 'name' | 'rows' | 'bytes'> & { hash: Hash }

/** Checks that the tables match the backup's list in name, number of rows, length, content and order. */
function compare(counted: readonly Counted[], { tables }: Foot) {
  if (counted.length !== tables.length)
    throw new BadBackup("This backup's tables are not the ones that it lists.")
  for (const [at, { name, rows, bytes, hash }] of counted.entries()) {
    const sum = tables[at] as Sum
    if (sum.name !== name || sum.rows !== rows || sum.bytes !== bytes || sum.sha256 !== hash.digest('hex'))
      throw new BadBackup(`This backup's rows of '${name}' are not the ones that it lists.`)
  }
}

/**
 * Returns a reader that checks the order of a backup's parts and counts its rows, and a function that returns
 * the results.
 */
function checked(handlers: RecordHandlers) {
  const counted: Counted[] = []
  let head: Head | null = null
  let foot: Foot | null = null
  const to: Reader = {
    head: async (newHead) => {
      if (head) throw invalidContents()
      head = newHead
      await handlers.head?.(newHead)
    },
    table: async (name) => {
      if (!head || foot || name !== (head.tables[counted.length]?.name ?? queue.name)) throw invalidContents()
      counted.push({ name, rows: 0, bytes: 0, hash: createHash('sha256') })
      await handlers.table?.(name)
    },
    rows: async (bytes) => {
      const last = counted.at(-1)
      if (!last || foot) throw invalidContents()
      last.hash.update(bytes)
      last.bytes += bytes.length
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) last.rows += 1
      await handlers.rows?.(bytes)
    },
    foot: async (newFoot) => {
      if (!head || foot) throw invalidContents()
      foot = newFoot
      compare(counted, newFoot)
      await handlers.foot?.(newFoot)
    },
  }
  return {
    to,
    end: () => {
      if (!head || !foot || counted.length !== head.tables.length + 1) throw invalidContents()
      return { head, foot }
    },
  }
}

/** Reads the records of a backup in the format of an earlier version. */
async function readRecords(pieces: AsyncIterable<Buffer>, to: Reader) {
  for await (const { kind, bytes } of recordsIn(pieces)) {
    if (kind === 'head') await to.head(valueOf(Head, bytes))
    else if (kind === 'table') await to.table(valueOf(z.string(), bytes))
    else if (kind === 'rows') await to.rows(bytes)
    else await to.foot(valueOf(Foot, bytes))
  }
}

/**
 * Reads a backup once, from start to end, and calls the callbacks. Throws {@link BadBackup} as soon as it
 * finds a change, which may be at the end, so don't rely on any data before that.
 */
export async function goThrough(
  file: FileHandle,
  keys: Keys,
  handlers: RecordHandlers = {},
): Promise<{ head: Head; foot: Foot }> {
  const { to, end } = checked(handlers)
  const pieces = readSealed(file, keys)
  await ((await formatOf(file)) === 'frames' ? readRecords(pieces, to) : readTar(pieces, to))
  return end()
}
