import { describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { activation, devices } from '#features/devices/api.ts'
import { emails } from '#features/emails/api.ts'
import { family } from '#features/family/api.ts'
import { students } from '#features/students/api.ts'
import { calendars } from '#features/schedule/calendar/api.ts'
import { factories, password } from '#tests/factories.ts'
import { permissionFixture } from '#tests/permission-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { centers } from '../api.ts'
import { archive } from './api.ts'
import { inventory } from '../../../../db/columns.ts'
import { exportedFiles } from './center-files.ts'
import { deleteCenter } from './jobs.ts'
import { centerColumnsOf, exportedTables } from './queries.ts'

const world = await openWorld()
const { database } = world
const make = <T>(work: (make: ReturnType<typeof factories>) => Promise<T>) =>
  database.write((db) => work(factories(db)))

async function makeCast() {
  const cast = await make(async (of) => {
    const [north, south] = [(await of.center()).id, (await of.center()).id]
    const operator = await of.staff('operator', north)
    const student = await of.student(north)
    await of.place(await of.klass(north), student.id)
    return {
      north,
      south,
      operator,
      student,
      parent: await of.parent([student]),
      admin: await of.staff('admin', null),
      manager: await of.staff('manager', north),
      otherManager: await of.staff('manager', south),
      device: { ...(await of.device(north, operator.id)), kind: 'devices' as const, centerId: north },
    }
  })
  const admin = await world.as(cast.admin)
  const manager = await world.as(cast.manager)
  const set = (archived: boolean, caller = manager) =>
    caller.call(archive.set, { centerId: cast.north, archived })
  return { ...cast, admin, manager, set, of: { centerId: cast.north } }
}
const names = (body: readonly { _id: string }[]) => body.map(({ _id }) => _id)

describe('archiving a center', () => {
  test('leaves it out of lists and makes it read-only for its managers and admins, until it is restored unchanged', async () => {
    const { north, admin, manager, set, of } = await makeCast()
    expect((await set(true)).body).toMatchObject({ _id: north, archivedAt: expect.any(String) })
    for (const caller of [admin, manager]) {
      expect(names((await caller.call(centers.list, {})).body)).not.toContain(north)
      expect(names((await caller.call(centers.list, { archived: true })).body)).toContain(north)
      expect((await caller.call(accounts.me, {})).body.centers).not.toContain(north)
      expect((await caller.call(students.list, of)).body.students).toHaveLength(1)
      const change = await caller.call(students.add, { ...of, firstName: 'Ana', lastName: '' })
      expect(change).toMatchObject({ status: 409, body: { code: 'center_archived' } })
    }
    expect((await set(true)).status).toBe(200)
    expect((await set(false)).body).toMatchObject({ archivedAt: null })
    expect((await manager.call(students.add, { ...of, firstName: 'Ana', lastName: '' })).status).toBe(201)
    const trail = await database.read`
      select action from audit where center_id = ${north} and action in ('centers.archive', 'centers.restore') order by id`
    expect(trail.map(({ action }) => action as string)).toEqual(['centers.archive', 'centers.restore'])
  })

  test('closes it to everybody but its managers and admins until it is restored', async () => {
    const cast = await makeCast()
    const { set, of, student, parent, north } = cast
    const operator = await world.as(cast.operator)
    const device = await world.as(cast.device)
    const child = await world.as(student)
    const mother = await world.as(parent)
    const signIn = async () =>
      await (await world.as(null)).call(accounts.login, { email: student.email, password })
    const seen = async () => [
      (await operator.call(students.list, of)).status,
      (await device.call(accounts.me, {})).status,
      (await child.call(accounts.me, {})).status,
      (await mother.call(family.children, {})).body.length,
      (await signIn()).status,
    ]
    expect(await seen()).toEqual([200, 200, 200, 1, 200])
    await set(true)
    expect(await seen()).toEqual([404, 401, 401, 0, 403])
    expect((await device.call(accounts.me, {})).body).toMatchObject({ code: 'device_signed_out' })
    expect((await signIn()).body).toMatchObject({ code: 'center_archived' })
    expect(names((await operator.call(centers.list, { archived: true })).body)).toEqual([])
    await set(false)
    expect(await seen()).toEqual([200, 200, 200, 1, 200])
    expect(north).toBe(of.centerId)
  })

  test('stops its calendars and queued email, and the activation of its devices', async () => {
    const { manager, admin, set, of, student, north } = await makeCast()
    const made = await manager.call(devices.create, { ...of, name: 'Room 1' })
    const { body: address } = await manager.call(calendars.address, { ...of, personId: student.id })
    const token = address.url.replace(/^.*\/(.+)\.ics$/, '$1')
    const feed = async () => (await (await world.as(null)).call(calendars.feed, { token })).text
    expect(await feed()).toContain('BEGIN:VEVENT')
    await database.single`
      insert into mailings (center_id, id, subject, body, audience, by)
      select ${north}, gen_random_uuid(), 'News', 'Hello', '{}', id from people where role = 'admin' limit 1`
    await database.single`
      insert into mail (id, person_id, purpose, to_address, subject, body, mailing_center, mailing_id)
      select gen_random_uuid(), ${student.id}, 'family', 'a@x.example', subject, body, center_id, id from mailings where center_id = ${north}`
    await set(true)
    expect(await feed()).not.toContain('BEGIN:VEVENT')
    const key = made.body.key ?? ''
    expect(key).not.toBe('')
    expect(await (await world.as(null)).call(activation.activate, { key })).toMatchObject({
      status: 401,
      body: { code: 'wrong_key' },
    })
    expect([...(await database.read`select state, error from mail where mailing_center = ${north}`)]).toEqual(
      [{ state: 'failed', error: 'The center was archived.' }],
    )
    expect((await admin.call(emails.list, of)).status).toBe(200)
  })

  test('waits for an import that is just being started, and is then refused', async () => {
    const { set, operator, north } = await makeCast()
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const starting = database.write(async (db) => {
      await db`
        insert into runs (id, kind, center_id, by, input) values (gen_random_uuid(), 'students', ${north}, ${operator.id}, '{}')`
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    const archiving = set(true)
    await new Promise((done) => setTimeout(done, 300))
    ended.resolve()
    await starting
    expect(await archiving).toMatchObject({ status: 409, body: { code: 'import_running' } })
  })

  test('is allowed for its managers and admins, but not while an import runs', async () => {
    const { set, otherManager, operator, admin, north, manager } = await makeCast()
    expect((await set(true, await world.as(operator))).status).toBe(403)
    expect((await set(true, await world.as(otherManager))).status).toBe(404)
    await database.single`
      insert into runs (id, kind, center_id, by, input) values (gen_random_uuid(), 'students', ${north}, ${operator.id}, '{}')`
    expect(await set(true)).toMatchObject({ status: 409, body: { code: 'import_running' } })
    await database.single`delete from runs where center_id = ${north}`
    expect((await set(true, admin)).status).toBe(200)
    expect((await set(false, manager)).status).toBe(200)
  })
})

const daysAgo = (center: string, days: number) => database.single`
  update centers set archived_at = now() - make_interval(days => ${days}) where id = ${center}`

/** Sets the state of the job that deletes a center. */
const queueState = (
  center: string,
  { attempts, lockedBy }: { attempts: number; lockedBy: string | null },
) => database.single`
  update graphile_worker._private_jobs set attempts = ${attempts}, locked_by = ${lockedBy}, locked_at = case when ${lockedBy !== null} then now() end
  where key = ${`delete ${center}`}`

describe('deleting a center', () => {
  test('requires an admin, 30 days in the archive, an export, the password and the center’s name', async () => {
    const { north, admin, manager, set, of } = await makeCast()
    const remove = (name = north, caller = admin) => caller.call(archive.remove, { ...of, name })
    expect((await remove(north, manager)).status).toBe(403)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'not_archived' } })
    expect((await admin.call(archive.file, of)).status).toBe(409)
    await set(true)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'too_early' } })
    await daysAgo(north, 29)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'too_early' } })
    await daysAgo(north, 31)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'not_exported' } })
    const zip = await admin.call(archive.file, of)
    expect(zip.status).toBe(200)
    expect((await admin.call(archive.deletion, of)).body).toMatchObject({
      waitsFor: null,
      exportedAt: expect.any(String),
    })
    expect(await remove('North')).toMatchObject({ status: 422, body: { code: 'other_name' } })
    await database.single`update sessions set proven_at = now() - interval '1 hour'`
    expect(await remove()).toMatchObject({ status: 403, body: { code: 'reauth' } })
    await database.single`update sessions set proven_at = now()`
    expect((await remove()).status).toBe(204)
    // The job may finish before this call.
    expect((await set(false)).body).toMatchObject({ code: expect.stringMatching(/being_deleted|not_found/) })
    const left = async () => (await database.read`select 1 from centers where id = ${north}`).length
    await expect.poll(left).toBe(0)
  })

  test('can be started again only if it failed', async () => {
    const { north, admin, set, of } = await makeCast()
    await set(true)
    await database.single`
      update centers set archived_at = now() - interval '40 days', exported_at = now(), deleting_at = now() where id = ${north}`
    const remove = () => admin.call(archive.remove, { ...of, name: north })
    const preview = async () => (await admin.call(archive.deletion, of)).body
    await database.single`select graphile_worker.add_job('delete-center', '{}', job_key => ${`delete ${north}`}, run_at => now() + interval '1 day')`
    for (const [attempts, lockedBy, job] of [
      [0, null, 'queued'],
      [1, 'a worker', 'queued'],
      [1, null, 'failed'],
      [25, null, 'failed'],
    ] as const) {
      await queueState(north, { attempts, lockedBy })
      expect(await preview()).toMatchObject({
        job,
        waitsFor: job === 'queued' ? 'This center is being deleted.' : null,
      })
      if (job === 'queued')
        expect(await remove()).toMatchObject({ status: 409, body: { code: 'being_deleted' } })
    }
    await database.single`delete from graphile_worker._private_jobs where key = ${`delete ${north}`}`
    expect(await preview()).toMatchObject({ job: 'failed' })
    expect((await remove()).status).toBe(204)
    const left = async () => (await database.read`select 1 from centers where id = ${north}`).length
    await expect.poll(left).toBe(0)
  })

  test('requires an export, which contains the center’s data but no secrets', async () => {
    const { north, set, student, operator, device } = await makeCast()
    await set(true)
    const files: Record<string, string> = {}
    for await (const { name, bytes } of exportedFiles(database, north as never, inventory))
      files[name] = Buffer.from(bytes).toString()
    expect(files['people.jsonl']).toContain(student.id)
    expect(files['people.jsonl']).toContain(operator.id)
    expect(files['students.jsonl']).toContain(`"student_num":`)
    expect(files['devices.jsonl']).toContain(device.id)
    expect(files['audit.jsonl']).toContain('centers.archive')
    for (const secret of ['password_hash', 'key_hash', 'classroom_pin"'])
      expect(Object.values(files).join(''), secret).not.toContain(secret)
    const [row] = await database.read`select exported_at is not null as done from centers where id = ${north}`
    expect(row).toEqual({ done: true })
  })

  test('requires an export, which contains each row exactly once, even if many rows have the same index keys', async () => {
    const fixture = await permissionFixture(world)
    const { centerId } = fixture.target('manager', 'own')
    // A job empties this table while the test runs.
    const emptied = 'estimates_due'
    const tables = (await exportedTables(database.read)).filter(({ table }) => table !== emptied)
    expect(tables.filter(({ keys }) => keys.length === 0).map(({ table }) => table)).toEqual([
      'centers',
      'billing_settings',
    ])
    const rowsIn = async (most?: number) => {
      const rows: string[] = []
      for await (const { name, bytes } of exportedFiles(database, centerId as never, inventory, most))
        for (const line of Buffer.from(bytes).toString().trim().split('\n'))
          rows.push(`${name.replace(/(-\d+)?\.jsonl$/, '')} ${line}`)
      return rows.filter((row) => !row.startsWith(emptied)).toSorted()
    }
    const all = await rowsIn()
    expect(new Set(all.map((line) => line.split(' ')[0])).size).toBeGreaterThan(20)
    expect(await rowsIn(1)).toEqual(all)
    const ofTable = Object.groupBy(all, (line) => line.split(' ')[0] ?? '')
    for (const { table, column } of tables) {
      const [row] = await database.read.unsafe<{ n: number }[]>(
        `select count(*)::int as n from ${table} where "${column}" = '${centerId}'`,
      )
      expect([table, ofTable[table]?.length ?? 0]).toEqual([table, row?.n])
    }
  })

  test('shows what is deleted and what is kept', async () => {
    const { admin, set, of } = await makeCast()
    await set(true)
    const { body } = await admin.call(archive.deletion, of)
    expect(body.loses).toEqual([
      '1 student with records, notes, tests and awards',
      '1 class with schedules and places',
      '1 device',
      expect.stringMatching(/^\d+ people with no other center/),
      'The center’s settings and its history',
    ])
    expect(body.keeps).toContain('Learning material')
  })

  test('removes every row of the center in every table, and keeps every row of other centers', async () => {
    const fixture = await permissionFixture(world)
    const { centerId: id } = fixture.target('manager', 'own')
    const { centerId: other, studentId: elsewhere } = fixture.target('manager', 'other center')
    const { studentId, parentId } = fixture.target('manager', 'own')
    const shared = await make((of) => of.parent([{ id: studentId, centerId: id }]))
    await database.single`
      insert into parent_links (center_id, student_id, parent_id) values (${other}, ${elsewhere}, ${shared.id})`
    const admin = await fixture.as('admin')
    const me = (await admin.call(accounts.me, {})).body
    const rows = async (center: string) => {
      const counts: Record<string, number> = {}
      for (const { table, column } of await centerColumnsOf(database.read)) {
        // A job may empty this table at any time.
        if (table === 'estimates_due' && center === other) continue
        const [row] = await database.read.unsafe<{ n: number }[]>(
          `select count(*)::int as n from ${table} where "${column}" = '${center}'`,
        )
        counts[`${table}.${column}`] = row?.n ?? 0
      }
      return counts
    }
    for (const centerId of [id, other])
      for (const archived of [true, false]) await admin.call(archive.set, { centerId, archived })
    const before = await rows(other)
    const ours = await rows(id)
    expect(Object.keys(ours).length).toBeGreaterThan(35)
    expect(Object.values(ours).filter((n) => n > 0).length).toBeGreaterThan(20)
    await database.single`
      update centers set archived_at = now() - interval '40 days', exported_at = now(), deleting_at = now() where id = ${id}`
    await deleteCenter({ id, by: me._id }, { database })
    await deleteCenter({ id, by: me._id }, { database })
    expect(Object.entries(await rows(id)).filter(([, n]) => n > 0)).toEqual([])
    expect(await rows(other)).toEqual(before)
    expect([...(await database.read`select 1 from centers where id = ${id}`)]).toEqual([])
    const left = await database.read<{ id: string }[]>`
      select id from people where id = any(${[studentId, parentId, shared.id, me._id, elsewhere]}::uuid[])`
    expect(left.map((person) => person.id).toSorted()).toEqual([shared.id, me._id, elsewhere].toSorted())
    const told =
      await database.read`select person_id, center_id from audit where action = 'centers.delete' and entity_id = ${id}`
    expect([...told]).toEqual([{ personId: me._id, centerId: null }])
  })
})
