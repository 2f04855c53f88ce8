import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { raiseAlarm } from '#server/alarm.ts'
import type { JobTools, Jobs } from '#server/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { lastTimes } from './queries.ts'
import { isDue, isMissing } from './rules.ts'

const main = resolve(import.meta.dirname, '../../../db/backup/main.ts')

/**
 * Begins a backup, a check or a list of the erased in a process of its own, so that neither its memory nor its work is this one's. It writes down by itself what comes of
 * it, goes when this process goes, and nobody waits for it.
 */
function begin(url: string, { backupDir, backupKey, databaseUrl, dataDir, logLevel }: Settings, ...asked: string[]) {
  const words = databaseUrl ? asked : [...asked, '--disk', join(dataDir, 'postgresql')]
  const env = { ...process.env, DATABASE_URL: url, BACKUP_DIR: backupDir ?? '', BACKUP_KEY: backupKey ?? '', DEMO: 'off' }
  const child = fork(main, words, { env, execArgv: [], stdio: ['ignore', 'ignore', logLevel === 'silent' ? 'ignore' : 'inherit', 'ipc'] })
  // It stands in the list and among the alarms.
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  return child
}

/** Every hour, at minutes when nothing else begins, it is looked whether a backup is due, or a check of the data where none is made. */
export const operationCron = { task: 'keep', match: '47 * * * *' }

export const operationJobs = (databaseUrl: string): Jobs => ({
  backup: async (_payload: unknown, { settings }: JobTools) => void begin(databaseUrl, settings, '--origin', 'asked'),
  // A backup from before must not bring back whoever was erased since, also where the database is lost a minute later.
  erased: async (_payload: unknown, { settings }: JobTools) => {
    if (!settings.backupDir) return
    const [status] = await once(begin(databaseUrl, settings, '--erased'), 'exit')
    if (status !== 0) throw new Error('Who was erased could not be written down beside the backups.')
  },
  keep: async (_payload: unknown, { database, settings }: JobTools) => {
    const [times] = await lastTimes(database.read)
    if (!times) return
    const { now, backup, check, hourThere } = times
    const due = (last: string | null, every: number) => isDue({ now: new Date(now), hourThere, last: last ? new Date(last) : null, every })
    const watch = { now: new Date(now), last: backup ? new Date(backup) : null, every: settings.backupEvery, upSeconds: process.uptime() }
    if (settings.backupDir && isMissing(watch))
      await raiseAlarm(database.single, 'overdue', 'A backup is overdue. What came of the last ones is said below, and in the log.')
    if (settings.backupDir && due(backup, settings.backupEvery)) return void begin(databaseUrl, settings, '--origin', 'daily')
    if (!settings.backupDir && due(check, 24)) begin(databaseUrl, settings, '--check')
  },
})
