import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Day } from '#shared/days.ts'
import { openDatabase } from '#server/db.ts'

/** Fills an empty database with the demo; does nothing when there is a centre already. `day`: the product's fixed day, if any. */
export async function fillDemo(url: string, day: Day | null, say: (line: string) => void) {
  const database = openDatabase(url, { pool: 1 })
  const [center] = await database.read`select 1 from centers limit 1`
  await database.close()
  if (center) return
  say('Filling the demo centres …')
  const started = performance.now()
  const demo = fork(join(import.meta.dirname, 'demo.ts'), day ? [day] : [], { env: { ...process.env, DATABASE_URL: url } })
  const [code] = (await once(demo, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The demo could not be made.')
  say(`The demo centres are there (${((performance.now() - started) / 1000).toFixed(1)} s).`)
}
