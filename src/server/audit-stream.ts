import { open } from 'node:fs/promises'
import { raiseAlarm } from './alarm.ts'
import { type Db, openDatabase } from './db.ts'
import type { JobTools } from './jobs.ts'
import type { Settings } from './settings.ts'

/**
 * Sends the audit trail to another system as JSON lines (AUDIT_STREAM). Rows are sent in order, with gapless
 * numbers so that a lost line is noticed. A row is queued in the transaction that wrote it and stays queued
 * until its line is written. In a file, each row occurs once; to `stdout`, a row may be written again after a
 * crash. A line says who did what to which record and which fields changed. It never contains values, because
 * erased data would live on in the other system.
 */

const batch = 1000
/** Arbitrary unique key of the advisory lock that a process holds while it numbers rows or writes lines. */
const lock = 7_203_121

type Setting = Pick<Settings, 'auditStream'>

/** Returns the path of the file to write to, `stdout`, or null if this process doesn't write the stream. */
const sinkOf = ({ auditStream }: Setting) => (auditStream === 'off' ? null : auditStream)

/**
 * Returns the schedule of the stream's job, every minute, or none if this process doesn't write the stream.
 */
export const auditStreamCron = (settings: Setting) =>
  sinkOf(settings) ? [{ task: 'audit-stream', match: '* * * * *' }] : []

const waitsTooLong =
  'Entries of the audit trail have waited for an hour. Set AUDIT_STREAM on one of the hosts, or set it to off to end the stream.'

/**
 * Starts the stream, or ends it if AUDIT_STREAM is `off`. Without the setting, nothing changes, because
 * another host may be writing the stream; if entries have waited for over an hour, raises an alarm. A new
 * stream doesn't include earlier entries, has a new id and starts at 1.
 */
export async function beginAuditStream(url: string, settings: Setting) {
  const database = openDatabase(url, { pool: 1 })
  try {
    if (sinkOf(settings))
      return void (await database.single`insert into audit_stream default values on conflict do nothing`)
    if (settings.auditStream === null) {
      const [late] = await database.read`
        select 1 from audit_waiting w join audit a on a.id = w.audit_id where a.at < now() - interval '1 hour' limit 1`
      if (late) await raiseAlarm(database.single, 'audit-stream', waitsTooLong)
      return
    }
    await database.write(async (db) => {
      await db`delete from audit_stream`
      await db`delete from audit_waiting`
    })
  } finally {
    await database.close()
  }
}

type Row = {
  seq: string
  stream: string
  id: string
  at: string
  action: string
  person: string | null
  device: string | null
  token: string | null
  center: string | null
  entity: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Assigns the next numbers to at most `batch` waiting rows that have none, in order of their audit ids. */
async function numberRows(db: Db) {
  await db`select pg_advisory_xact_lock(${lock})`
  await db`
  with next as (select audit_id, row_number() over (order by audit_id) as n from audit_waiting where seq is null order by audit_id limit ${batch}),
  stream as (update audit_stream set seq = seq + (select count(*) from next) returning seq - (select count(*) from next) as last)
  update audit_waiting w set seq = stream.last + next.n from next, stream where w.audit_id = next.audit_id
  `
}

const numberedRows = (db: Db) => db<Row[]>`
  select w.seq, stream.id as stream, a.id, a.at, a.action, a.person_id as person, a.device_id as device, a.token_id as token, a.center_id as center, a.entity_id as entity,
    a.before, a.after
  from audit_waiting w join audit a on a.id = w.audit_id, audit_stream stream where w.seq is not null order by w.seq limit ${batch}
`

/** Returns the sorted names of the fields that differ, or none if the values aren't objects. */
function changedFields(before: Row['before'], after: Row['after']) {
  if (typeof (before ?? after) !== 'object' || Array.isArray(before ?? after)) return []
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name])).sort()
}

const lineOf = ({ seq, stream, id, before, after, ...row }: Row) =>
  `${JSON.stringify({ stream, seq: Number(seq), audit: Number(id), ...row, changed: changedFields(before, after) })}\n`

const tailBytes = 1024 * 1024

/**
 * Appends the rows' lines to a file, except lines that are already there. An interrupted write may have left
 * a torn line, or lines that the database hasn't recorded as written.
 */
async function append(path: string, rows: readonly Row[]) {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - tailBytes)
    const { buffer } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    const end = buffer.lastIndexOf('\n') + 1
    const rest = buffer.subarray(end)
    // A torn line is the start of a line that is about to be written, so it is cut off. Any other unfinished
    // line stays and gets a line break.
    const isTorn = rows.some((row) => Buffer.from(lineOf(row)).subarray(0, rest.length).equals(rest))
    if (rest.length > 0) await (isTorn ? file.truncate(start + end) : file.appendFile('\n'))
    const lines = buffer.subarray(0, end).toString().trimEnd().split('\n')
    const written = positionIn(lines.at(-1) ?? '')
    const fresh = rows.filter(({ stream, seq }) => stream !== written.stream || Number(seq) > written.seq)
    await file.appendFile(fresh.map(lineOf).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Returns the stream id and number in a line: null and 0 if the line is unreadable. */
function positionIn(line: string): { stream: string | null; seq: number } {
  try {
    return JSON.parse(line) as { stream: string; seq: number }
  } catch {
    return { stream: null, seq: 0 }
  }
}

const print = (rows: readonly Row[]) =>
  new Promise<void>((done, fail) =>
    process.stdout.write(rows.map(lineOf).join(''), (error) => (error ? fail(error) : done())),
  )

/**
 * Writes at most `batch` numbered rows and removes them from the queue. Returns how many. Their numbers must
 * already be committed, so that a retry writes the same lines.
 */
async function writeWaiting(db: Db, sink: string) {
  await db`select pg_advisory_xact_lock(${lock})`
  const rows = await numberedRows(db)
  if (rows.length === 0) return 0
  await (sink === 'stdout' ? print(rows) : append(sink, rows))
  await db`delete from audit_waiting where seq <= ${rows.at(-1)!.seq}`
  return rows.length
}

/** Job that writes the waiting rows to the stream. Raises an alarm and throws if they can't be written. */
export async function streamAudit(_payload: unknown, { database, settings }: JobTools) {
  const sink = sinkOf(settings)
  if (!sink) return
  try {
    let written: number
    do {
      await database.write(numberRows)
      written = await database.write((db) => writeWaiting(db, sink))
    } while (written === batch)
  } catch (error) {
    await raiseAlarm(
      database.single,
      'audit-stream',
      `The audit trail can’t be written to ${sink}. Make it writable. Nothing is lost: entries wait in the database.`,
    )
    throw error
  }
}
