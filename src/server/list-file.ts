import { Readable } from 'node:stream'
import type { AuditAction } from '#shared/audit-actions.ts'
import { type Columns, tableOf, writeCsv } from '#shared/csv.ts'
import type { Database } from './db.ts'
import type { Actor, CenterId } from './gate.ts'
import { asFile } from './call.ts'
import { guardExport } from './export-guard.ts'

/** All rows at once. If there can be thousands, their number and an iterable of pages of rows instead. */
type Rows<R> = { rows: readonly R[] } | { count: number; pages: AsyncIterable<readonly R[]> }

/** Name of a list that can be exported. */
type ListName = AuditAction extends infer Action
  ? Action extends `${infer Name}.export`
    ? Name
    : never
  : never

/** A list to export. Its name is also the file's name. `children` are the ids of the students in it. */
type List<R> = { name: ListName; columns: Columns<R>; children?: readonly string[] } & Rows<R>

/** The parts of a call that are needed to export a list. `center` is null for all of the caller's centers. */
type ListCall = { input: object; actor: Actor; db: Database; center: CenterId | null }

async function* linesOf<R>(columns: Columns<R>, pages: AsyncIterable<readonly R[]>) {
  yield writeCsv([columns.map(([title]) => title)])
  for await (const page of pages) if (page.length > 0) yield writeCsv(tableOf(columns, page))
}

async function* single<R>(rows: readonly R[]) {
  yield await Promise.resolve(rows)
}

/**
 * Streams a list as the file `<name>.csv` (product §5) while its rows are being read. The list is for one
 * center or for all of the caller's centers. First records the export, with the request and the number of
 * rows. Throws the same errors as `guardExport`.
 */
export async function listFile<R>(
  { input, actor, db, center }: ListCall,
  { name, columns, children = [], ...list }: List<R>,
) {
  const [count, pages] = 'rows' in list ? [list.rows.length, single(list.rows)] : [list.count, list.pages]
  await guardExport(db, actor, {
    event: { kind: 'list', name, rows: count },
    action: `${name}.export`,
    entity: center ?? name,
    center,
    after: { ...input, count },
    children,
  })
  return asFile(Readable.from(linesOf(columns, pages)), `${name}.csv`)
}

/** Reads page after page, each starting after the last row of the previous page, until a page is empty. */
export async function* pagesOf<R>(read: (last: R | null) => PromiseLike<readonly R[]>) {
  for (let page = await read(null); page.length > 0; page = await read(page.at(-1) ?? null)) yield page
}
