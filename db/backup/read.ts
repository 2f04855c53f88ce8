import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { queue } from './catalog.ts'
import { BadBackup, readFrames } from './frames.ts'
import { Foot, Head, recordsIn, type Sum, valueOf } from './records.ts'

/** Callbacks of {@link goThrough}, called in file order. */
export type Hearing = {
  head?: (head: Head) => Promise<void>
  table?: (name: string) => Promise<void>
  rows?: (bytes: Buffer) => Promise<void>
  foot?: (foot: Foot) => Promise<void>
}

type Counted = Pick<Sum, 'name' | 'rows' | 'bytes'> & { hash: Hash }

const strange = () => new BadBackup('This backup has invalid contents.')

/** Checks that the tables match the list in name, number of rows, length, content and order. */
function compare(counted: readonly Counted[], { tables }: Foot) {
  if (counted.length !== tables.length)
    throw new BadBackup("This backup's tables are not the ones that it lists.")
  for (const [at, { name, rows, bytes, hash }] of counted.entries()) {
    const told = tables[at] as Sum
    if (
      told.name !== name ||
      told.rows !== rows ||
      told.bytes !== bytes ||
      told.sha256 !== hash.digest('hex')
    )
      throw new BadBackup(`This backup's rows of '${name}' are not the ones that it lists.`)
  }
}

/**
 * Reads a backup once, from start to end, and calls the callbacks. Throws {@link BadBackup} as soon as
 * something was changed, so don't rely on any data before the end.
 */
export async function goThrough(
  file: FileHandle,
  key: string | null,
  hear: Hearing = {},
): Promise<{ head: Head; foot: Foot }> {
  const counted: Counted[] = []
  let head: Head | null = null
  let foot: Foot | null = null
  for await (const told of recordsIn(readFrames(file, key))) {
    const last = counted.at(-1)
    if (foot || (head === null) !== (told.kind === 'head') || (told.kind === 'rows' && !last)) throw strange()
    if (told.kind === 'head') {
      head = valueOf(Head, told)
      await hear.head?.(head)
    } else if (told.kind === 'table') {
      const name = valueOf(z.string(), told)
      if (name !== (head?.tables[counted.length]?.name ?? queue.name)) throw strange()
      counted.push({ name, rows: 0, bytes: 0, hash: createHash('sha256') })
      await hear.table?.(name)
    } else if (told.kind === 'rows' && last) {
      last.hash.update(told.bytes)
      last.bytes += told.bytes.length
      for (let at = told.bytes.indexOf(10); at >= 0; at = told.bytes.indexOf(10, at + 1)) last.rows += 1
      await hear.rows?.(told.bytes)
    } else {
      foot = valueOf(Foot, told)
      compare(counted, foot)
      await hear.foot?.(foot)
    }
  }
  if (!head || !foot || counted.length !== head.tables.length + 1) throw strange()
  return { head, foot }
}
