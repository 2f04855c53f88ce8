import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openWorld } from '#tests/world.ts'
import { record } from './audit.ts'
import { beginAuditStream, streamAudit } from './audit-stream.ts'
import { readSettings } from './settings.ts'

type Line = { stream: string; seq: number; audit: number; action: string; entity: string; changed: string[] }

async function stage() {
  const { database, url } = await openWorld()
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-trail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'trail.jsonl')
  const settings = readSettings({ AUDIT_STREAM: file })
  await beginAuditStream(url, settings)
  const write = (entity: string, more: { before?: unknown; after?: unknown } = {}) =>
    database.write(async (db) => record(db, null, { action: 'oddities.wake', entity, ...more }))
  const lines = (at = file) =>
    readFileSync(at, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
  return {
    database,
    url,
    file,
    write,
    lines,
    stream: () => streamAudit({}, { database, settings }),
    settings,
  }
}

describe('the audit trail stream', () => {
  test('contains each row once, in order and numbered without gaps, with field names but no values', async () => {
    const { write, stream, lines, file, database } = await stage()
    await write('a', { before: { name: 'Ann', grade: '4' }, after: { name: 'Bea', grade: '4' } })
    await stream()
    await write('b', { after: { name: 'Cleo' } })
    await write('c')
    await stream()
    await stream()
    expect(lines().map(({ seq, entity, changed }) => [seq, entity, changed])).toEqual([
      [1, 'a', ['name']],
      [2, 'b', ['name']],
      [3, 'c', []],
    ])
    expect(readFileSync(file, 'utf8')).not.toMatch(/Ann|Bea|Cleo/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await database.read`select 1 from audit_waiting`).toEqual([])
  })

  test('includes rows that were written early but committed late', async () => {
    const { write, stream, lines, database } = await stage()
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = database.write(async (db) => {
      record(db, null, { action: 'oddities.wake', entity: 'late' })
      begun.resolve()
      await go.promise
    })
    await begun.promise
    await write('soon')
    await stream()
    go.resolve()
    await late
    await stream()
    expect(lines().map(({ seq, entity }) => [seq, entity])).toEqual([
      [1, 'soon'],
      [2, 'late'],
    ])
  })

  test('resumes after a crash without repeated or torn lines', async () => {
    const { write, stream, lines, file, database } = await stage()
    await write('a')
    await write('b')
    // Simulates a crash after the lines were written but before the database recorded it.
    await database.single`create table before_crash as table audit_waiting`
    await stream()
    await database.single`insert into audit_waiting select b.audit_id, row_number() over (order by b.audit_id) from before_crash b`
    await write('c')
    await stream()
    // Simulates a crash in the middle of a line.
    await database.single`insert into audit_waiting select audit_id, 2 + row_number() over (order by audit_id) from (select max(id) as audit_id from audit) last`
    truncateSync(file, statSync(file).size - 20)
    await stream()
    expect(lines().map(({ seq, entity }) => [seq, entity])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ])
    // Log rotation moves the file away.
    renameSync(file, `${file}.1`)
    await write('d')
    await stream()
    expect(lines().map(({ seq, entity }) => [seq, entity])).toEqual([[4, 'd']])
  })

  test('writes thousands of rows, even with two processes in parallel', async () => {
    const { stream, lines, database } = await stage()
    await database.single`insert into audit (action, entity_id) select 'oddities.wake', each::text from generate_series(1, 2500) each`
    await Promise.all([stream(), stream()])
    expect(lines().map(({ seq }) => seq)).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1))
    expect(lines().map(({ entity }) => entity)).toEqual(
      Array.from({ length: 2500 }, (_, at) => String(at + 1)),
    )
  })

  test('waits while the file is not writable, and raises an alarm', async () => {
    const { write, stream, lines, file, database } = await stage()
    await write('a')
    rmSync(join(file, '..'), { recursive: true })
    await expect(stream()).rejects.toThrow('ENOENT')
    expect(await database.read`select kind from alarms`).toMatchObject([{ kind: 'audit-stream' }])
    expect(await database.read`select seq from audit_waiting`).toMatchObject([{ seq: '1' }])
    mkdirSync(join(file, '..'))
    await stream()
    expect(lines().map(({ seq }) => seq)).toEqual([1])
  })

  test('keeps the waiting rows when a host without the setting starts, and raises an alarm after an hour', async () => {
    const { write, stream, lines, database, url } = await stage()
    await write('a')
    await beginAuditStream(url, { auditStream: null })
    expect(await database.read`select kind from alarms`).toEqual([])
    await database.single`insert into audit (action, entity_id, at) values ('oddities.wake', 'b', now() - interval '61 minutes')`
    await beginAuditStream(url, { auditStream: null })
    expect(await database.read`select kind from alarms`).toMatchObject([{ kind: 'audit-stream' }])
    await stream()
    expect(lines().map(({ seq, entity }) => [seq, entity])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  test('keeps lines that somebody else wrote to the file', async () => {
    const { write, stream, file } = await stage()
    await write('a')
    await stream()
    appendFileSync(file, 'no line of ours')
    await write('b')
    await stream()
    const all = readFileSync(file, 'utf8').split('\n')
    expect(all[1]).toBe('no line of ours')
    expect(JSON.parse(all[2] ?? '')).toMatchObject({ seq: 2, entity: 'b' })
  })

  test('collects nothing while it is off, and gets a new id when it is turned on again', async () => {
    const { write, stream, lines, database, url, settings } = await stage()
    await write('a')
    await stream()
    await beginAuditStream(url, { auditStream: 'off' })
    await write('unseen')
    expect(await database.read`select 1 from audit_waiting`).toEqual([])
    await beginAuditStream(url, settings)
    await write('b')
    await stream()
    const [first, second] = lines() as [Line, Line]
    expect([first.seq, second.seq, second.entity]).toEqual([1, 1, 'b'])
    expect(second.stream).not.toBe(first.stream)
  })
})
