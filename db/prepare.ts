import { beginAuditStream } from '#server/audit-stream.ts'
import { unlockJobs } from '#server/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { upgrade } from './backup/upgrade.ts'
import { refuseUnsafe } from './durability.ts'
import { fillDemo } from './fill-demo.ts'
import { openFirstAdmin, refuseDemo } from './first-admin.ts'
import { refuseMoved } from './move/marks.ts'

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

async function prepare({ databaseUrl, settings }: Preparation) {
  await refuseUnsafe(databaseUrl)
  await refuseMoved(databaseUrl)
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
// Exit together with the product that is waiting for this process.
process.once('disconnect', end)
