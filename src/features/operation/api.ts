import { z } from 'zod'
import { get, None, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'

const Backup = record('Backup', {
  _id: Id,
  file: z.string().nullable(),
  origin: z.enum(['daily', 'asked', 'upgrade', 'command', 'found']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Current step, and its progress from 0 to 100. */
  step: z.string(),
  percent: z.int(),
  bytes: z.number().nullable(),
  encrypted: z.boolean().nullable(),
  tookMs: z.int().nullable(),
  /**
   * `restored` if the backup was restored into a scratch database and compared, `read` if it was only read
   * completely. Null if it wasn't verified.
   */
  verified: z.enum(['restored', 'read']).nullable(),
  error: z.string().nullable(),
  madeAt: Instant,
})
export type Backup = z.infer<typeof Backup>

const Alarm = record('Alarm', {
  _id: Id,
  text: z.string(),
  times: z.int(),
  firstAt: Instant,
  lastAt: Instant,
  seenAt: Instant.nullable(),
})
export type Alarm = z.infer<typeof Alarm>

const Check = record('Check', {
  at: Instant,
  tookMs: z.int(),
  findings: z.array(z.object({ rule: z.string(), rows: z.int(), examples: z.array(z.string()) })),
})
export type Check = z.infer<typeof Check>

const Operation = record('Operation', {
  /** True if the database is managed by the operator of the installation. */
  external: z.boolean(),
  /** Folder for backups; null if none are made. */
  folder: z.string().nullable(),
  encrypted: z.boolean(),
  /** False if new backups are encrypted with public keys whose secret keys aren't on this machine. */
  readable: z.boolean(),
  /** Hours between backups. */
  every: z.int(),
  /** Number of past days for which any moment can be restored; 0 for none. */
  recoveryDays: z.int(),
  /** Backups, newest first. */
  backups: z.array(Backup),
  /** Last data check; null if there was none. */
  check: Check.nullable(),
  /** Alarms that nobody has marked as seen, newest first. */
  alarms: z.array(Alarm),
})

/** State of the installation: backups, data checks, and alarms for admins (reliability §c, Backup). */
export const operation = {
  read: get('/operation', { who: 'operation.read', input: None, output: Operation }),
  /**
   * Starts a backup and responds with 201, or returns the one in progress. Responds with 409 if there is no
   * folder for backups (`no_folder`) or a backup has just ended (`just_ended`).
   */
  backUp: post('/operation/backups', { who: 'operation.backup', input: None, output: Backup }),
  seen: post('/operation/alarms/:id/seen', {
    who: 'operation.seen',
    input: z.object({ id: Id }),
    output: Alarm,
  }),
}
