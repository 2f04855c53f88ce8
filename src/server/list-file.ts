import { Readable } from 'node:stream'
import { type Columns, tableOf, writeCsv } from '#shared/csv.ts'
import { counted } from '#shared/text.ts'
import type { Database } from './db.ts'
import type { Actor, CenterId } from './gate.ts'
import { asFile } from './call.ts'
import { guardExport } from './export-guard.ts'

/** All rows at once, or so many of them page after page where they can be thousands. */
type Rows<R> = { rows: readonly R[] } | { count: number; pages: AsyncIterable<readonly R[]> }

/** A list under the name of its file; `children` are those whom it tells of. */
type List<R> = { name: string; columns: Columns<R>; children?: readonly string[] } & Rows<R>

/** What an endpoint of `csvFile` is called with. */
type Asking = { input: object; actor: Actor; db: Database; center: CenterId }

async function* linesOf<R>(columns: Columns<R>, pages: AsyncIterable<readonly R[]>) {
  yield writeCsv([columns.map(([title]) => title)])
  for await (const page of pages) if (page.length > 0) yield writeCsv(tableOf(columns, page))
}

async function* single<R>(rows: readonly R[]) {
  yield await Promise.resolve(rows)
}

/**
 * A list of a center as the file `<name>.csv` (product §5), written while it is read. What leaves the house is recorded before it does: what was
 * asked for, and how many rows there are. Throws as `guardExport` does.
 */
export async function listFile<R>({ input, actor, db, center }: Asking, { name, columns, children = [], ...list }: List<R>) {
  const [count, pages] = 'rows' in list ? [list.rows.length, single(list.rows)] : [list.count, list.pages]
  await guardExport(db, actor, {
    what: `a list, ${name}, ${counted(count, 'row')}`,
    action: `${name}.export`,
    entity: center,
    center,
    after: { ...input, count },
    children,
  })
  return asFile(Readable.from(linesOf(columns, pages)), `${name}.csv`)
}

/** Reads one page after another, each behind the last row of the page before, until one is empty. */
export async function* pagesOf<R>(read: (last: R | null) => PromiseLike<readonly R[]>) {
  for (let page = await read(null); page.length > 0; page = await read(page.at(-1) ?? null)) yield page
}
