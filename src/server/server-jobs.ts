import { auditStreamCron, streamAudit } from './audit-stream.ts'
import { bounceCron, readBounces } from './bounces.ts'
import type { Jobs } from './jobs.ts'
import { sendMail } from './send-mail.ts'
import { readingCron, watchReading } from './mass-reading.ts'
import type { Settings } from './settings.ts'
import { sweep, sweepCron } from './sweep.ts'
import { sendNotice, sendWordedNotice } from './export-guard.ts'

/** Jobs of the server itself that belong to no feature. */
export const serverJobs: Jobs = {
  mail: sendMail,
  bounces: readBounces,
  'admin-notice': sendNotice,
  notice: sendWordedNotice,
  sweep,
  'audit-stream': streamAudit,
  'mass-reading': watchReading,
}

/** Returns the schedules of the server's own jobs that run regularly. */
export const serverCrons = (settings: Settings) => [
  sweepCron,
  readingCron,
  ...auditStreamCron(settings),
  ...bounceCron(settings),
]
