import { v7 as newId } from 'uuid'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { addJob } from '#server/jobs.ts'
import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { operation } from './api.ts'
import { backupAtWork, backupRows, endLostBackup, lastCheck, openAlarms, putBackup, seeAlarm } from './queries.ts'

const named = <T extends { id: string }>({ id, ...row }: T) => ({ _id: id, ...row })

export const operationRoutes = ({ databaseUrl, backupDir, backupKey, backupEvery }: Settings): Handlers<typeof operation> => ({
  async read({ db }) {
    const [backups, [check], alarms] = await Promise.all([backupRows(db), lastCheck(db), openAlarms(db)])
    return {
      external: databaseUrl !== null,
      folder: backupDir,
      encrypted: backupKey !== null,
      every: backupEvery,
      backups: backups.map(named),
      check: check ?? null,
      alarms: alarms.map(named),
    }
  },

  async backUp({ actor, db }) {
    if (!backupDir) throw conflict('no_folder', 'No folder for backups is set. Set BACKUP_DIR and start again, or use npm run backup.')
    await endLostBackup(db)
    const [begun] = await putBackup(db, { id: newId(), by: actor.id })
    if (!begun) return named(one(await backupAtWork(db), () => conflict('just_ended', 'A backup has just ended. Look at it first.')))
    await record(db, actor, { deed: 'operation.backup', entity: begun.id })
    await addJob(db, 'backup', {}, { key: 'backup' })
    return created(named(begun))
  },

  async seen({ input, actor, db }) {
    const { fresh, ...alarm } = one(await seeAlarm(db, { id: input.id, by: actor.id }), notFound)
    if (fresh) await record(db, actor, { deed: 'operation.seen', entity: alarm.id, after: { text: alarm.text } })
    return named(alarm)
  },
})
