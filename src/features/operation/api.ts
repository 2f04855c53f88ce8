import { z } from 'zod'
import { get, None, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'

const Backup = z.object({
  _id: Id,
  file: z.string().nullable(),
  origin: z.enum(['daily', 'asked', 'upgrade', 'command', 'found']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** What is being done, and how far that is: 0 to 100. */
  step: z.string(),
  percent: z.int(),
  bytes: z.number().nullable(),
  encrypted: z.boolean().nullable(),
  tookMs: z.int().nullable(),
  /** Put into a scratch database and compared, or only read through; null: it was not tried. */
  verified: z.enum(['restored', 'read']).nullable(),
  error: z.string().nullable(),
  madeAt: Instant,
})
export type Backup = z.infer<typeof Backup>

const Alarm = z.object({ _id: Id, text: z.string(), times: z.int(), firstAt: Instant, lastAt: Instant, seenAt: Instant.nullable() })
export type Alarm = z.infer<typeof Alarm>

const Check = z.object({
  at: Instant,
  tookMs: z.int(),
  findings: z.array(z.object({ rule: z.string(), rows: z.int(), examples: z.array(z.string()) })),
})
export type Check = z.infer<typeof Check>

const Operation = z.object({
  /** The database is somebody else's to look after. */
  external: z.boolean(),
  /** Where backups go; null: none are made. */
  folder: z.string().nullable(),
  encrypted: z.boolean(),
  /** Hours between backups. */
  every: z.int(),
  /** The newest first. */
  backups: z.array(Backup),
  /** The last check of the data. */
  check: Check.nullable(),
  /** Those that nobody has seen, the newest first. */
  alarms: z.array(Alarm),
})

/** How the product keeps itself: its backups, the checks of its data and what an admin must look at (reliability §c, Backup). */
export const operation = {
  read: get('/operation', { who: 'operation.read', input: None, output: Operation }),
  /** Begins a backup, 201; while one is at work, that one. 409 where there is no folder for it. */
  backUp: post('/operation/backups', { who: 'operation.backup', input: None, output: Backup }),
  seen: post('/operation/alarms/:id/seen', { who: 'operation.seen', input: z.object({ id: Id }), output: Alarm }),
}
