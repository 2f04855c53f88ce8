import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { extract, type Header, pack } from 'tar-stream'
import { queue, type Table } from './catalog.ts'
import { BadBackup, type SealedWriter } from './frames.ts'
import { loadSql, readme } from './readme.ts'
import { Foot, Head, maxBytes, invalidContents, valueOf } from './records.ts'

/**
 * Files in the tar archive of a backup, in this order. The files of the tables come after the catalog. They
 * contain a line of column names, then rows as COPY writes them. A table of more than 8 MiB has several
 * files, each of which can be read on its own.
 */
const files = {
  readme: 'README.txt',
  head: 'catalog.json',
  foot: 'totals.json',
  load: 'load.sql',
  sums: 'SHA256SUMS',
} as const

/** Size in bytes from which a table is continued in another file. */
const partBytes = 8 * 1024 * 1024

/** Returns a table's name without characters that SQL, a shell or Windows treats specially. */
const plainName = (table: string) => table.replaceAll(/[^\w.]/g, '_')

const fileOf = (table: string, part: number) =>
  `tables/${plainName(table)}${part === 1 ? '' : `.${part}`}.tsv`

/**
 * Returns the first line of a table's files: the column names, without the quotes that SQL requires around
 * some of them.
 */
const headerOf = (columns: readonly string[]) =>
  Buffer.from(`${columns.map((name) => name.replaceAll(/^"|"$/g, '').replaceAll('""', '"')).join('\t')}\n`)

/** Starts writing a backup's tar archive. Files are added as a whole, because tar states their size first. */
export function writeTar(to: SealedWriter, moment: Date) {
  const tar = pack()
  const sums: string[] = []
  const loads: { name: string; columns: readonly string[]; types: readonly string[]; files: string[] }[] = []
  const pumped = (async () => {
    for await (const piece of tar) await to.put(piece as Buffer)
  })()
  pumped.catch((error: Error) => tar.destroy(error))
  const add = async (name: string, bytes: Buffer) => {
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    const added = Promise.withResolvers<void>()
    tar.entry({ name, mtime: moment, mode: 0o600 }, bytes, (error) =>
      error ? added.reject(error) : added.resolve(),
    )
    await Promise.race([added.promise, pumped])
  }
  const addValue = (name: string, value: unknown) =>
    add(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))
  return {
    begin: async (head: Head) => {
      await add(files.readme, Buffer.from(readme(head)))
      await addValue(files.head, head)
    },
    /** Starts a table. `put` adds pieces of rows, split anywhere, and `end` completes it. */
    table: ({ name, columns, types }: Pick<Table, 'name' | 'columns' | 'types'>) => {
      const header = headerOf(columns)
      const names: string[] = []
      let waiting: Buffer[] = []
      let waits = 0
      const addPart = async (rows: Buffer) => {
        const file = fileOf(name, names.length + 1)
        names.push(file)
        await add(file, Buffer.concat([header, rows]))
      }
      return {
        put: async (piece: Buffer) => {
          waiting.push(piece)
          waits += piece.length
          if (waits < partBytes || !piece.includes(10)) return
          const rows = Buffer.concat(waiting)
          const end = rows.lastIndexOf(10) + 1
          await addPart(rows.subarray(0, end))
          waiting = [Buffer.from(rows.subarray(end))]
          waits = rows.length - end
        },
        end: async () => {
          if (waits > 0 || names.length === 0) await addPart(Buffer.concat(waiting))
          loads.push({ name: plainName(name), columns, types, files: names })
        },
      }
    },
    end: async (foot: Foot) => {
      await addValue(files.foot, foot)
      await add(files.load, Buffer.from(loadSql(loads)))
      await add(files.sums, Buffer.from(sums.join('')))
      tar.finalize()
      await pumped
      await to.end()
    },
  }
}

/** Functions that are called with a backup's parts, in the order of the file. */
export type Reader = {
  head: (head: Head) => Promise<void>
  table: (name: string) => Promise<void>
  rows: (bytes: Buffer) => Promise<void>
  foot: (foot: Foot) => Promise<void>
}

type Entry = AsyncIterable<Buffer> & { header: Header }

/** Returns the entries of a tar archive. Throws {@link BadBackup} if it isn't one. */
async function* entriesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const tar = extract()
  const closed = new Promise<void>((done) => tar.once('close', done))
  let broken: unknown = null
  const fed = (async () => {
    for await (const piece of pieces)
      if (tar.destroyed) return
      else if (!tar.write(piece)) await Promise.race([once(tar, 'drain'), closed])
    tar.end(null)
  })().catch((error: Error) => {
    broken = error
    tar.destroy(error)
  })
  try {
    yield* tar as unknown as AsyncIterable<Entry>
    await fed
  } catch (error) {
    throw error instanceof BadBackup || broken !== null ? (broken ?? error) : invalidContents()
  } finally {
    tar.destroy(null)
  }
}

/** Yields the bytes of a file in the archive. Throws {@link BadBackup} if the archive ends within it. */
async function* bytesOf(entry: Entry): AsyncGenerator<Buffer> {
  try {
    for await (const piece of entry) yield piece
  } catch (error) {
    throw error instanceof BadBackup ? error : invalidContents()
  }
}

/** Skips a file, but includes it in `hash`. */
async function pass(entry: Entry, hash: Hash) {
  for await (const piece of bytesOf(entry)) hash.update(piece)
}

/** Returns the bytes of a file and includes them in `hash`. Throws {@link BadBackup} if it exceeds `most`. */
async function all(entry: Entry, hash: Hash, most = maxBytes) {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of bytesOf(entry)) {
    hash.update(piece)
    pieces.push(piece)
    bytes += piece.length
    if (bytes > most) throw invalidContents()
  }
  return Buffer.concat(pieces)
}

/** Passes on the rows of a table's file after its first line, which must be `header`. */
async function rowsOf(entry: Entry, hash: Hash, to: { header: Buffer; rows: Reader['rows'] }) {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const piece of bytesOf(entry)) {
    hash.update(piece)
    if (start === null) {
      await to.rows(piece)
      continue
    }
    start = Buffer.concat([start, piece])
    if (start.length < to.header.length) continue
    if (!start.subarray(0, to.header.length).equals(to.header)) throw invalidContents()
    if (start.length > to.header.length) await to.rows(start.subarray(to.header.length))
    start = null
  }
  if (start !== null) throw invalidContents()
}

/**
 * Reads a tar archive of a backup once. Throws {@link BadBackup} as soon as anything differs from what was
 * written.
 */
export async function readTar(pieces: AsyncIterable<Buffer>, to: Reader) {
  const sums: string[] = []
  let tables: { name: string; columns: readonly string[] }[] = []
  let [step, at, part] = ['start' as 'start' | 'tables' | 'foot' | 'load' | 'end', -1, 0]
  const takeTable = async (entry: Entry, hash: Hash) => {
    const next = tables[at + 1]
    const [current] = [tables[at]]
    if (next && entry.header.name === fileOf(next.name, 1)) {
      ;[at, part] = [at + 1, 1]
      await to.table(next.name)
      return await rowsOf(entry, hash, { header: headerOf(next.columns), rows: to.rows })
    }
    part += 1
    if (!current || entry.header.name !== fileOf(current.name, part)) throw invalidContents()
    await rowsOf(entry, hash, { header: headerOf(current.columns), rows: to.rows })
  }
  for await (const entry of entriesIn(pieces)) {
    const { name, type } = entry.header
    const hash = createHash('sha256')
    if (type !== 'file' || step === 'end') throw invalidContents()
    if (name === files.readme && step === 'start' && sums.length === 0) await pass(entry, hash)
    else if (name === files.head && step === 'start') {
      const head = headIn(await all(entry, hash))
      tables = [...head.tables, queue]
      await to.head(head)
      step = 'tables'
    } else if (name === files.foot && step === 'tables') {
      await to.foot(valueOf(Foot, await all(entry, hash)))
      step = 'foot'
    } else if (name === files.load && step === 'foot') {
      await pass(entry, hash)
      step = 'load'
    } else if (name === files.sums && step === 'load') {
      const expected = Buffer.from(sums.join(''))
      if (!(await all(entry, hash, expected.length)).equals(expected)) throw invalidContents()
      step = 'end'
    } else if (step === 'tables') await takeTable(entry, hash)
    else throw invalidContents()
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  if (step !== 'end') throw invalidContents()
}

/** Returns the description of a backup. Throws {@link BadBackup} if this version can't read its format. */
function headIn(bytes: Buffer) {
  const [, format = '2'] = /^\{\s*"format": (\d+)/.exec(bytes.toString('utf8', 0, 100)) ?? []
  if (format !== '2')
    throw new BadBackup(
      `This backup has format ${format}, which this version can't read. Use the one that made it.`,
    )
  return valueOf(Head, bytes)
}
