import { beginAuditStream } from '#server/audit-stream.ts'
import { connect } from '#server/connect.ts'
import { unlockJobs } from '#server/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { upgrade } from './backup/upgrade.ts'
import { fillDemo } from './fill-demo.ts'
import { openFirstAdmin, refuseDemo } from './first-admin.ts'

/**
 * Input of the process that prepares the database for the workers. It is a separate process that ends
 * afterward, because the primary would otherwise keep 35 MB of modules for upgrades and the demo in memory.
 */
export type Preparation = { databaseUrl: string; settings: Settings }

/**
 * A line for the person who starts the product, the final message for the first admin (null if there is
 * none), or an error addressed to the person who starts it.
 */
export type PreparationMessage = { line: string } | { invitation: string | null } | { error: string }

const say = (line: string) => process.send?.({ line } satisfies PreparationMessage)
const end = () => process.exit()

/**
 * Throws an error if an external database may lose acknowledged data in a power failure (reliability F25).
 */
async function refuseUnsafe(url: string) {
  const sql = connect(url)
  try {
    const off = await sql<{ name: string }[]>`
      select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off' order by name`.catch(
      (error: Error) => {
        throw new Error(`The database can't be used: ${error.message}. Check DATABASE_URL.`, { cause: error })
      },
    )
    if (off.length === 0) return
    const names = off.map(({ name }) => name).join(', ')
    throw new Error(
      `The database may lose saved data: ${names} is off. Turn it on, or set another DATABASE_URL.`,
    )
  } finally {
    await sql.end()
  }
}

async function prepare({ databaseUrl, settings }: Preparation) {
  await refuseUnsafe(databaseUrl)
  await upgrade(databaseUrl, settings, say)
  if (!settings.databaseUrl) await unlockJobs(databaseUrl)
  if (settings.demo) await fillDemo(databaseUrl, settings.today?.slice(0, 10) ?? null, say)
  else await refuseDemo(databaseUrl)
  await beginAuditStream(databaseUrl, settings)
  const invitation = await openFirstAdmin(databaseUrl, settings)
  process.send?.({ invitation } satisfies PreparationMessage, end)
}

process.once('message', (preparation: Preparation) => {
  prepare(preparation).catch((error: Error) =>
    process.send?.({ error: error.message } satisfies PreparationMessage, end),
  )
})
// The product that was waiting for this process has exited.
process.once('disconnect', end)
