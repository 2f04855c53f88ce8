import { connect } from '#server/connect.ts'
import type { HttpRequest } from './load.ts'

/**
 * Returns the longest list of records anywhere in a response. Lists within the items of a list, such as the
 * students of each class of a day, are joined and count as a single list.
 */
export function recordsIn(answer: unknown): Record<string, unknown>[] {
  if (answer === null || typeof answer !== 'object') return []
  const inside = Object.values(answer).map(recordsIn)
  if (Array.isArray(answer)) {
    const deeper = inside.flat()
    const own = answer.filter(
      (each): each is Record<string, unknown> => each !== null && typeof each === 'object',
    )
    return deeper.length > own.length ? deeper : own
  }
  return inside.reduce((most, each) => (each.length > most.length ? each : most), [])
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object'

export type RowsIn = (answer: never) => Record<string, unknown>[]

/**
 * Stores the records from the product's responses in a table with a column for each of their fields. A
 * response without records is stored as one record. Returns the requests that read them from the baseline
 * server.
 */
export async function flatten(
  { url, address, rowsIn }: { url: string; address: string; rowsIn: RowsIn },
  table: string,
  asks: readonly HttpRequest[],
): Promise<HttpRequest[]> {
  const sql = connect(url)
  const flat: HttpRequest[] = []
  const rows: (readonly [string, number, Record<string, unknown>])[] = []
  for (const { path, headers } of asks) {
    const answer = await fetch(`${address}${path}`, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
    const body: unknown = await answer.json()
    const found = rowsIn(body as never)
    const records = found.length > 0 ? found : [body as Record<string, unknown>]
    records.forEach((each, seq) => rows.push([path, seq, each]))
    flat.push({ method: 'GET', path: `/rows/${table}?key=${encodeURIComponent(path)}`, headers })
  }
  const names = [...new Set(rows.flatMap(([, , row]) => Object.keys(row)))].filter(
    (name) => !['key', 'seq'].includes(name),
  )
  const isNested = (name: string) => rows.some(([, , row]) => !isPlain(row[name]))
  const columns = names.map((name) => `"${name}" ${isNested(name) ? 'jsonb' : 'text'}`)
  await sql.unsafe(`create table ${table} (key text, seq int, ${columns.join(', ')}, primary key (key, seq))`)
  const stored = [...new Map(rows.map((row) => [`${row[0]} ${row[1]}`, row])).values()].map(
    ([key, seq, row]) => ({
      ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
      key,
      seq,
    }),
  )
  await sql`insert into ${sql(table)} select * from jsonb_populate_recordset(null::${sql(table)}, ${sql.json(stored)})`
  await sql.unsafe(`analyze ${table}`)
  await sql.end()
  return flat
}
