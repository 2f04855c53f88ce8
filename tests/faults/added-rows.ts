import type { World } from '../world.ts'
import { expect } from 'vitest'
import { derived } from '../stored.ts'
import { failAt, failed } from './failing-database.ts'

const apart = ['sessions', 'answered_calls', 'live_events', ...derived]

/**
 * Returns functions that count the rows that calls add to the tables of a world, and that make the database
 * fail during a call.
 */
export function addingTo(world: World) {
  /**
   * Returns the number of rows in each table. Leaves out events, tables that any call may write to, and
   * tables that jobs fill.
   */
  async function rows() {
    const tables = await world.database.read<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' and not tablename = any(${apart})
    `
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
    const found = await world.database.read.unsafe<{ name: string; count: number }[]>(
      counts.join(' union all '),
    )
    return new Map(found.map(({ name, count }) => [name, count]))
  }

  /** Returns the number of rows that `work` adds to each table. */
  async function adding(work: () => Promise<unknown>) {
    const before = await rows()
    await work()
    return [...(await rows())]
      .map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
      .filter(([, more]) => more !== 0)
  }

  /**
   * Makes a call while the database fails from the `at`-th query on. If the call fails, expects 503 and no
   * changes. Returns the status of the response, or null if the call makes fewer queries.
   */
  async function failsWhole(request: () => Promise<{ status: number; text: string }>, at: number) {
    let response = { status: 0, text: '' }
    let reached = false
    const added = await adding(async () => {
      failAt(at)
      response = await request()
      reached = failed()
    })
    if (!reached) return null
    expect(
      response.status >= 500 ? [response.status, added] : [503, []],
      `call ${at}: ${response.text}`,
    ).toEqual([503, []])
    return response.status
  }

  return { adding, failsWhole }
}
