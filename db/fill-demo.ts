import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Day } from '#shared/days.ts'
import { openDatabase } from '#server/db.ts'
import { isDemoDatabase, isUsed } from '#server/demo.ts'

/** Returns what a database contains: the demo, your own data or nothing. */
async function contents(url: string) {
  const database = openDatabase(url, { pool: 1 })
  try {
    if (await isDemoDatabase(database.read)) return 'demo'
    return (await isUsed(database.read)) ? 'own' : 'nothing'
  } finally {
    await database.close()
  }
}

/**
 * Fills an empty database with the demo. Does nothing if the demo is already there. Throws an Error if there
 * is other data or the demo can't be created. `day` is the date set by `TODAY`, if any.
 */
export async function fillDemo(url: string, day: Day | null, say: (line: string) => void) {
  const found = await contents(url)
  if (found === 'own')
    throw new Error(
      'This database holds your own data, so the demo is not served from it. Remove DEMO=on, or set an empty database.',
    )
  if (found === 'demo') return
  say('Creating the demo …')
  const started = performance.now()
  const demo = fork(join(import.meta.dirname, 'demo.ts'), day ? [day] : [], {
    env: { ...process.env, DATABASE_URL: url },
  })
  const [code] = (await once(demo, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The demo could not be created.')
  say(`The demo was created (${((performance.now() - started) / 1000).toFixed(1)} s).`)
}
