import type { World } from '../world.ts'
import { expect } from 'vitest'
import { failAt, failed } from './failing.ts'

/** What calls leave in the tables of a world, also when the database fails in the middle of them. */
export function addingTo(world: World) {
  /** How many rows each table has, but for what every call leaves. */
  async function rows() {
    const tables = await world.database.read<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('sessions', 'answered_calls')
    `
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
    const found = await world.database.read.unsafe<{ name: string; count: number }[]>(counts.join(' union all '))
    return new Map(found.map(({ name, count }) => [name, count]))
  }

  /** What a piece of work adds to the tables. */
  async function adding(work: () => Promise<unknown>) {
    const before = await rows()
    await work()
    return [...(await rows())].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const).filter(([, more]) => more !== 0)
  }

  /** Asks once while the database fails from its `at`-th call on: 503 and nothing of it is there. Null when it has no such call. */
  async function failsWhole(ask: () => Promise<{ status: number; text: string }>, at: number) {
    let told = { status: 0, text: '' }
    let reached = false
    const added = await adding(async () => {
      failAt(at)
      told = await ask()
      reached = failed()
    })
    if (!reached) return null
    expect(told.status >= 500 ? [told.status, added] : [503, []], `call ${at}: ${told.text}`).toEqual([503, []])
    return told.status
  }

  return { adding, failsWhole }
}
