import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { raiseAlarm } from '#server/alarm.ts'
import type { JobTools, Jobs } from '#server/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { lastTimes } from './queries.ts'
import { isDue, isBackupOverdue } from './rules.ts'

const main = resolve(import.meta.dirname, '../../../db/backup/main.ts')

/**
 * Starts a child process that makes a backup, checks the data, or writes the list of erased people, so that
 * this process doesn't need the memory and CPU. The child records its own result and ends when this process
 * ends. Doesn't wait for the child.
 */
function begin(url: string, { databaseUrl, dataDir, logLevel, ...settings }: Settings, ...asked: string[]) {
  const words = databaseUrl ? asked : [...asked, '--disk', join(dataDir, 'postgresql')]
  const env = {
    ...process.env,
    DATABASE_URL: url,
    BACKUP_DIR: settings.backupDir ?? '',
    BACKUP_KEY: settings.backupKey ?? '',
    BACKUP_RECIPIENT: settings.backupRecipients.join(' '),
    DEMO: 'off',
  }
  const child = fork(main, words, {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', logLevel === 'silent' ? 'ignore' : 'inherit', 'ipc'],
  })
  // Ignored here, because failures appear in the list of backups and among the alarms.
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  return child
}

/**
 * Schedule of the hourly job that starts a backup if one is due. If no backups are made, it starts a data
 * check if one is due. It runs half an hour after the hourly sweep.
 */
export const operationCron = { task: 'keep', match: '47 * * * *' }

export const operationJobs = (databaseUrl: string): Jobs => ({
  backup: async (_payload: unknown, { settings }: JobTools) =>
    void begin(databaseUrl, settings, '--origin', 'asked'),
  // Writes the list of erased people right away, so that a restored backup doesn't bring back people erased
  // since it was made, even if the database is lost a minute later.
  erased: async (_payload: unknown, { settings }: JobTools) => {
    if (!settings.backupDir) return
    const [status] = await once(begin(databaseUrl, settings, '--erased'), 'exit')
    if (status !== 0) throw new Error('The list of erased people could not be written to the backup folder.')
  },
  keep: async (_payload: unknown, { database, settings }: JobTools) => {
    const [times] = await lastTimes(database.read)
    if (!times) return
    const { now, backup, check, hourThere } = times
    const due = (last: string | null, every: number) =>
      isDue({ now: new Date(now), hourThere, last: last ? new Date(last) : null, every })
    const watch = {
      now: new Date(now),
      last: backup ? new Date(backup) : null,
      every: settings.backupEvery,
      upSeconds: process.uptime(),
    }
    if (settings.backupDir && isBackupOverdue(watch))
      await raiseAlarm(
        database.single,
        'overdue',
        'A backup is overdue. See the last backups below and the log.',
      )
    if (settings.backupDir && due(backup, settings.backupEvery))
      return void begin(databaseUrl, settings, '--origin', 'daily')
    if (!settings.backupDir && due(check, 24)) begin(databaseUrl, settings, '--check')
  },
})
