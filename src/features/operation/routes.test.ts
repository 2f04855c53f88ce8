import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { erasing } from '#features/privacy/erasing/api.ts'
import { raiseAlarm } from '#server/alarm.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { operation } from './api.ts'
import { eventually } from '#tests/eventually.ts'

const folder = mkdtempSync(join(tmpdir(), 'blended-learning-backups-'))
afterAll(() => rmSync(folder, { recursive: true }))
const world = await openWorld({ backupDir: folder, backupKey: 'a passphrase for the tests' })
const { write, read } = world.database
const admin = await write((db) => factories(db).staff('admin', null))
const { call } = await world.as(admin)
const actions = async (action: string) =>
  (await read`select count(*)::int as n from audit where action = ${action}`)[0]?.['n'] as number

test('a backup whose process is gone is shown as interrupted', async () => {
  const then = new Date(Date.now() - 360_000).toISOString()
  await write(
    (db) =>
      db`insert into backups (id, origin, state, made_at, moved_at) values (${admin.id}, 'asked', 'running', ${then}, ${then})`,
  )
  expect((await call(operation.read, {})).body.backups).toMatchObject([
    { state: 'failed', error: 'It was interrupted.' },
  ])
})

test('a backup requested several times is made only once, verified by restoring it, and listed', async () => {
  const [first, second] = [await call(operation.backUp, {}), await call(operation.backUp, {})]
  // The folder lists an erasure that this database has no record of, and contains a backup that can't be
  // read.
  writeFileSync(
    join(folder, 'erased.json'),
    JSON.stringify([{ personId: admin.id, kind: 'asked', at: '2026-03-01T12:00:00Z' }]),
  )
  symlinkSync('nowhere', join(folder, 'blended-learning-20260101T000000Z.blb'))
  await write(
    (db) => db`
      insert into sign_in_links (token_hash, person_id, purpose, expires_at)
      select n::text::bytea, ${admin.id}, 'setup', now() + interval '1 hour' from generate_series(1, 2) n`,
  )
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body._id).toBe(first.body._id)
  expect(await actions('operation.backup')).toBe(1)
  const made = await eventually(async () => {
    const { body } = await call(operation.read, {})
    expect(body.backups).toMatchObject([{ _id: first.body._id, state: 'done' }, { state: 'failed' }])
    expect(body.alarms).toMatchObject([
      { text: 'A data check found a broken rule. See the last check below.' },
    ])
    return body
    // A backup with its trial restore can take longer than the usual one-minute timeout on a busy machine.
  }, 240_000)
  const file = readdirSync(folder).findLast((name) => name.endsWith('.tar.zst.age'))
  expect(made.backups[0]).toMatchObject({
    file,
    origin: 'asked',
    verified: 'restored',
    encrypted: true,
    error: null,
    percent: 100,
  })
  await call(operation.seen, { id: made.alarms[0]?._id as string })
  expect(readFileSync(join(folder, 'erased.json'), 'utf8')).toContain(admin.id)
  expect(made).toMatchObject({
    folder,
    encrypted: true,
    readable: true,
    every: 24,
    recoveryDays: 0,
    check: { findings: [{ rule: 'A person has two working sign-in links.' }] },
  })
})

test('erased people are immediately listed in the backup folder', async () => {
  const center = await write((db) => factories(db).center())
  const { id, firstName, lastName } = await write((db) => factories(db).student(center.id))
  expect((await call(erasing.erase, { id, name: `${firstName} ${lastName}` })).status).toBe(200)
  await expect.poll(() => readFileSync(join(folder, 'erased.json'), 'utf8')).toContain(id)
})

test('an alarm stays open until somebody has seen it, and a repeated problem only increases its count', async () => {
  await write((db) => raiseAlarm(db, 'backup', 'The last backup failed. There is no room.'))
  await write((db) => raiseAlarm(db, 'backup', 'The last backup failed. It was interrupted.'))
  const [alarm] = (await call(operation.read, {})).body.alarms
  expect(alarm).toMatchObject({ text: 'The last backup failed. It was interrupted.', times: 2, seenAt: null })
  const id = alarm?._id as string
  const { body } = await call(operation.seen, { id })
  expect((await call(operation.seen, { id })).body).toEqual(body)
  expect((await call(operation.read, {})).body.alarms).toEqual([])
  expect(await actions('operation.seen')).toBe(2)
  await write((db) => raiseAlarm(db, 'backup', 'The last backup failed.'))
  expect((await call(operation.read, {})).body.alarms).toMatchObject([{ times: 1 }])
})

test('an unknown alarm gets 404, an invalid id gets 400, and only admins have access', async () => {
  expect((await call(operation.seen, { id: admin.id })).status).toBe(404)
  expect((await call(operation.seen, { id: 'x' })).status).toBe(400)
  const center = await write((db) => factories(db).center())
  const manager = await world.as(await write((db) => factories(db).staff('manager', center.id)))
  const none = await world.as(null)
  for (const { caller, status } of [
    { caller: manager, status: 403 },
    { caller: none, status: 401 },
  ]) {
    expect((await caller.call(operation.read, {})).status).toBe(status)
    expect((await caller.call(operation.backUp, {})).status).toBe(status)
    expect((await caller.call(operation.seen, { id: admin.id })).status).toBe(status)
  }
})
