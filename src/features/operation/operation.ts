import { withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { isBackupEncrypted } from '#server/backup-settings.ts'
import { one } from '#server/db.ts'
import {
  backupAtWork,
  backupRows,
  endLostBackup,
  lastCheck,
  openAlarms,
  putBackup,
  seeAlarm,
} from './queries.ts'
import type { ActionCall } from '#server/call.ts'
import { addJob } from '#server/jobs.ts'
import type { Settings } from '#server/settings.ts'

/** Returns the state of the installation: backups, the last data check, open alarms. */
export async function operationState(
  { db }: ActionCall,
  { databaseUrl, backupDir, backupEvery, recoveryDays, ...settings }: Settings,
) {
  const [backups, [check], alarms] = await Promise.all([backupRows(db), lastCheck(db), openAlarms(db)])
  return {
    external: databaseUrl !== null,
    folder: backupDir,
    encrypted: isBackupEncrypted(settings),
    readable: settings.backupRecipients.length === 0 || settings.backupIdentity !== null,
    every: backupEvery,
    recoveryDays,
    backups: backups.map(withId),
    check: check ?? null,
    alarms: alarms.map(withId),
  }
}

/**
 * Queues a backup, or returns the one in progress. Throws 409 if there is no folder for backups or a backup
 * has just ended.
 */
export async function queueBackup({ db, actor }: ActionCall, { backupDir }: Settings) {
  if (!backupDir)
    throw conflict('no_folder', 'No backup folder is set. Set BACKUP_DIR and restart, or use npm run backup.')
  await endLostBackup(db)
  const [begun] = await putBackup(db, { id: newId(), by: actor.id })
  if (!begun) {
    const running = one(await backupAtWork(db), () =>
      conflict('just_ended', 'A backup has just finished. Check it first.'),
    )
    return { backup: withId(running), isNew: false }
  }
  record(db, actor, { action: 'operation.backup', entity: begun.id })
  await addJob(db, 'backup', {}, { key: 'backup' })
  return { backup: withId(begun), isNew: true }
}

export async function acknowledgeAlarm({ db, actor }: ActionCall, id: string) {
  const { fresh, ...alarm } = one(await seeAlarm(db, { id, by: actor.id }), notFound)
  if (fresh) record(db, actor, { action: 'operation.seen', entity: alarm.id, after: { text: alarm.text } })
  return withId(alarm)
}
