import { basename } from 'node:path'
import { open, rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import { connect } from '#server/connect.ts'
import type { BackupKeys } from '#server/backup-settings.ts'
import { migrate, pendingMigrations, takeLock } from '../migrate.ts'
import { speaking } from './catalog.ts'
import { keysOf } from './keys.ts'
import { examine } from './load.ts'
import { productVersion } from './product.ts'
import { writeBackup } from './write.ts'

/**
 * Arbitrary unique key of the advisory lock that is held during backup and migration. A process that starts
 * in the meantime waits and then finds nothing to do.
 */
const lock = 7_203_118

type Say = (line: string) => void

async function backUp(
  url: string,
  { backupDir: folder, ...settings }: BackupKeys & { backupDir: string },
  say: Say,
) {
  const began = performance.now()
  const moment = new Date()
  try {
    const { file, bytes, encrypted, keys } = await writeBackup({
      url,
      folder,
      keys: keysOf(settings),
      product: productVersion(),
      moment,
      say: () => {},
    })
    const handle = await open(file)
    await examine(handle, keys, () => {})
    await handle.close()
    const took = Math.round(performance.now() - began)
    say(`Backed up before the upgrade to ${file} (${took} ms).`)
    return { file, bytes, took, moment, encrypted }
  } catch (error) {
    throw new Error(
      `The backup before the upgrade failed, so nothing was changed. ${(error as Error).message}`,
      { cause: error },
    )
  }
}

/**
 * Migrates a database to the newest schema. If there is a backup folder, and the database has data and lacks
 * migrations, first makes a backup and reads it from start to end, so that the older version can be restored.
 * If that fails, throws an Error before anything is changed. Otherwise throws like {@link migrate}.
 */
export async function upgrade(
  url: string,
  { backupDir, ...settings }: BackupKeys & { backupDir: string | null },
  say: Say,
) {
  const course = { report: say }
  if (!backupDir) return await migrate(url, course)
  const sql = connect(url, speaking)
  try {
    await takeLock(sql, lock)
    const pending = await pendingMigrations(url, { mayBeNewer: true })
    if (pending.length === 0) return await migrate(url, course)
    const { file, bytes, took, moment, encrypted } = await backUp(url, { ...settings, backupDir }, say)
    await migrate(url, course).catch(async (error: Error) => {
      // Remove the backup, because otherwise a process that restarts every second would fill the disk with
      // backups of unchanged data.
      if (isDeepStrictEqual(await pendingMigrations(url, { mayBeNewer: true }).catch(() => null), pending)) {
        await rm(file)
        say('Nothing was changed, so the backup before the upgrade is removed.')
      }
      throw error
    })
    await sql`
      insert into backups (id, file, origin, state, bytes, encrypted, took_ms, verified, verified_at, made_at, percent)
      values (${newId()}, ${basename(file)}, 'upgrade', 'done', ${bytes}, ${encrypted}, ${took}, 'read', now(), ${moment}, 100)`
  } finally {
    await sql.end()
  }
}
