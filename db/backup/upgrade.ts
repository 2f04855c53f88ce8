import { basename } from 'node:path'
import { open } from 'node:fs/promises'
import postgres from 'postgres'
import { v7 as newId } from 'uuid'
import type { Settings } from '#server/settings.ts'
import { pendingMigrations } from '../migrate.ts'
import { speaking } from './catalogue.ts'
import { examine } from './load.ts'
import { productVersion } from './product.ts'
import { writeBackup } from './write.ts'

/**
 * Before a database with data gets new migrations, it is backed up, and the backup read from first to last; the older version can be had back from it.
 * Gives what puts it on the list once the migrations are through. Throws an Error, before anything is changed, when that fails.
 */
export async function backUpBeforeUpgrade(url: string, { backupDir, backupKey: key }: Settings, say: (line: string) => void) {
  const pending = backupDir ? await pendingMigrations(url) : []
  if (!backupDir || pending.length === 0) return async () => {}
  const began = performance.now()
  const refuse = (error: Error) => {
    throw new Error(`The backup before the upgrade failed, so nothing was changed. ${error.message}`, { cause: error })
  }
  const order = { url, folder: backupDir, key, product: productVersion(), moment: new Date(), say: () => {} }
  const { file, bytes } = await writeBackup(order).catch(refuse)
  const handle = await open(file)
  await examine(handle, key, () => {}).catch(refuse)
  await handle.close()
  const took = Math.round(performance.now() - began)
  say(`Backed up before the upgrade to ${file} (${took} ms).`)
  return async () => {
    const sql = postgres(url, speaking)
    await sql`
      insert into backups (id, file, origin, state, bytes, encrypted, took_ms, verified, verified_at, made_at, percent)
      values (${newId()}, ${basename(file)}, 'upgrade', 'done', ${bytes}, ${key !== null}, ${took}, 'read', now(), ${order.moment}, 100)`
    await sql.end()
  }
}
