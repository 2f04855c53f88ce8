import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deleteCenterRows } from '#features/centers/archive/deletion-queries.ts'
import { erase } from '#features/privacy/erasing/queries.ts'
import { connect } from '#server/connect.ts'
import { openDatabase, type Db } from '#server/db.ts'
import { withKey } from '#tests/backup-fixture.ts'
import { emptyDatabase } from '#tests/world.ts'
import { inventory } from '../columns.ts'
import { fillDemo } from '../fill-demo.ts'
import { fingerprintOf, speaking, tablesOf } from './catalog.ts'
import { restoreCenter } from './center.ts'
import type { Count } from './center-tables.ts'
import { writeBackup } from './write.ts'

const url = await emptyDatabase()
await fillDemo(url, '2026-03-03', () => {})
const folder = mkdtempSync(join(tmpdir(), 'blended-learning-center-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const moment = new Date('2026-03-03T16:50:00Z')
const say = () => {}
const keys = withKey(null)
const backUp = async () => (await writeBackup({ url, folder, keys, product: '0.0.0', moment, say })).file
async function within<T>(work: (db: Db) => Promise<T>) {
  const database = openDatabase(url, { pool: 1 })
  try {
    return await database.write(work)
  } finally {
    await database.close()
  }
}

await within(
  (db) => db`
    insert into pickup_people (center_id, id, student_id, name, added_by)
    select center_id, gen_random_uuid(), student_id, 'Grandma', parent_id from parent_links where ended_at is null and pickup`,
)
await within((db) => db`update centers set trial_form = true`)
const [request = '', withdrawn = ''] = await within(async (db) => {
  const rows = await db<{ id: string }[]>`
    insert into account_requests (center_id, id, person_id, first_name, email, duty, asked_by)
    select s.center_id, gen_random_uuid(), p.id, 'Asked', 'asked@x.example', s.duty, s.person_id
    from staff s join people p on p.role is not null where s.duty = 'office' order by s.center_id, s.person_id, p.id limit 2 returning id`
  return rows.map(({ id }) => id)
})
const [timed = ''] = await within(async (db) => {
  const rows = await db<{ id: string }[]>`
    update work w set minutes = 30, started_at = now() from (
      select center_id, id from work where state = 'started' and started_at is not null order by center_id, id limit 1) one
    where (w.center_id, w.id) = (one.center_id, one.id) returning w.id`
  return rows.map(({ id }) => id)
})
/** Returns the SQL condition that a student `s` doesn't have the timed work that another test needs. */
const hasNoTimed = (db: Db) =>
  db`not exists (select from work w where w.id = ${timed} and w.student_id = s.id)`
const file = await backUp()

/** Tables to which a restore only adds rows, or which it doesn't change. */
const asTheyAre = [
  'audit',
  'runs',
  'live_events',
  'access_tokens',
  'devices',
  'webhooks',
  'webhook_deliveries',
]

/** Returns the fingerprints of a center's rows, and of everything else, by table. */
async function ledger(center: string) {
  const sql = connect(url, speaking)
  const own: Record<string, string> = {}
  const other: Record<string, string> = {}
  for (const { name, columns } of await tablesOf(sql)) {
    if (asTheyAre.includes(name)) continue
    const column = name === 'centers' ? 'id' : columns.includes('center_id') ? 'center_id' : null
    const part = async (where: string) => {
      const { rows, fingerprint } = await fingerprintOf(sql, { name: `${name} where ${where}`, columns })
      return `${rows} ${fingerprint}`
    }
    if (column) own[name] = await part(`${column} = '${center}'`)
    other[name] = await part(column ? `${column} <> '${center}'` : 'true')
  }
  await sql.end()
  return { own, other }
}

const centers = await within((db) => db<{ id: string }[]>`select id from centers order by id`)
const [center = '', neighbor = ''] = centers.map(({ id }) => id)
const before = await ledger(center)
const order = {
  file,
  keys,
  place: url,
  disk: null,
  center,
  moment,
  say,
  report: say,
  confirm: async () => true,
  backUp,
}

/**
 * Makes changes that somebody might make by mistake: removes all parent links and some attendance of a
 * center, and changes much else.
 */
const damage = () =>
  within(async (db) => {
    await db`select set_config('privacy.deleting', 'on', true)`
    await db`delete from attendances where center_id = ${center} and class_id in (select id from classes where center_id = ${center} limit 3)`
    await db`update students set note = 'Overwritten', version = version + 1 where center_id = ${center}`
    await db`update centers set address = 'Elsewhere' where id = ${center}`
    await db`delete from parent_links where center_id = ${center}`
    await db`insert into closures (center_id, held_on, name) values (${center}, '2026-05-05', 'By mistake') on conflict do nothing`
  })

test('a center is restored as it was in the backup, and other centers stay byte for byte the same', async () => {
  await damage()
  await within((db) => db`update centers set address = 'New' where id = ${neighbor}`)
  const damaged = await ledger(center)
  expect(damaged.own).not.toEqual(before.own)
  const counted: Count[] = []
  const done = await restoreCenter({ ...order, confirm: async (counts) => counted.push(...counts) > 0 })
  expect(done).toMatchObject({ findings: [], people: 0 })
  const links = counted.find(({ table }) => table === 'parent_links')
  expect(links).toMatchObject({ now: 0, backup: expect.any(Number) as number })
  expect(links?.backup).toBeGreaterThan(0)
  const after = await ledger(center)
  expect(after.own).toEqual(before.own)
  expect(after.other).toEqual(damaged.other)
  const restores = await within(
    (db) =>
      db<
        { after: unknown }[]
      >`select after from audit where action = 'operation.restore' and center_id = ${center}`,
  )
  expect(restores).toMatchObject([{ after: { center } }])
  const events = await within((db) => db<{ payload: string }[]>`select payload from live_events`)
  expect(events.some(({ payload }) => payload.includes(`center:${center}`))).toBe(true)
})

test('nothing changes if the restore isn’t confirmed, if the disk is full, or if the center is not in the backup', async () => {
  await damage()
  const damaged = await ledger(center)
  expect(await restoreCenter({ ...order, confirm: async () => false })).toBeNull()
  await expect(restoreCenter({ ...order, center: 'Nowhere' })).rejects.toThrow(
    `There is no center Nowhere in this backup. It has: ${centers.map(({ id }) => id).join(', ')}.`,
  )
  await expect(restoreCenter({ ...order, disk: '/proc' })).rejects.toThrow(
    /^There is no room to load the backup next to the database: it needs \d+ MB, but only 0 bytes are free/,
  )
  expect(await ledger(center)).toEqual(damaged)
})

test('a demo center can’t be restored into your own data, and your own center can’t be restored into the demo', async () => {
  const own = await emptyDatabase()
  await expect(restoreCenter({ ...order, place: own })).rejects.toThrow(
    "This is a backup of the demo, and this database isn't the demo's. Nothing was changed.",
  )
  const backup = await writeBackup({ url: own, folder, keys, product: '0.0.0', moment, say })
  await expect(restoreCenter({ ...order, file: backup.file })).rejects.toThrow(
    'This backup holds your own data, and this database is the demo. Nothing was changed.',
  )
})

test('a restore that is killed midway leaves everything as it was, and the next restore succeeds', async () => {
  const damaged = await ledger(center)
  const killed = await new Promise((done) => {
    const child = spawn(
      process.execPath,
      [resolve(import.meta.dirname, 'restore-main.ts'), file, '--center', center, '--yes'],
      {
        env: { ...process.env, DATABASE_URL: url, BACKUP_DIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    child.stdout.on(
      'data',
      (text: Buffer) => text.toString().includes('Restoring the center') && child.kill('SIGKILL'),
    )
    child.on('exit', (_, signal) => done(signal))
  })
  expect(killed).toBe('SIGKILL')
  expect(await ledger(center)).toEqual(damaged)
  expect(await restoreCenter(order)).toMatchObject({ findings: [] })
  expect((await ledger(center)).own).toEqual(before.own)
})

test('a center that was deleted comes back with its people, except those who were erased since', async () => {
  const [erased] = await within(
    (db) =>
      db<
        { id: string }[]
      >`select id from students s where center_id = ${center} and ${hasNoTimed(db)} order by id limit 1`,
  )
  await within((db) => erase(db, { ids: [erased?.id ?? ''], kind: 'asked' }, inventory))
  const parents = await within(
    (db) => db<{ id: string; email: string }[]>`
      select p.id, p.email from people p where p.email is not null
        and exists (select from parent_links where parent_id = p.id and center_id = ${center})
        and not exists (select from parent_links where parent_id = p.id and center_id <> ${center}) order by id limit 2`,
  )
  await within(
    (db) =>
      db`update centers set archived_at = now(), exported_at = now(), deleting_at = now() where id = ${center}`,
  )
  await within((db) => deleteCenterRows(db, center))
  // Two people register again, one of them with the address in capitals.
  await within(async (db) => {
    const again = await db<{ id: string }[]>`
      insert into people (id, "group", first_name, email)
      select gen_random_uuid(), 'parents', 'Again', case row_number() over (order by lower(email)) when 1 then upper(email) else email end
      from jsonb_to_recordset(${db.json(parents)}) as p(email text) returning id`
    expect(again).toHaveLength(2)
  })
  const beforeRestore = await ledger(center)
  const open = await within((db) => db<{ id: string }[]>`select id from people where disabled_at is null`)
  const done = await restoreCenter(order)
  expect(done).toMatchObject({
    findings: [],
    renamed: 2,
    revocations: { duties: 0, links: 0, pickups: 0, requests: 0 },
  })
  expect(done?.people).toBeGreaterThan(0)
  const after = await ledger(center)
  // Erasing a student removes rows about them from other tables.
  for (const table of ['centers', 'staff', 'classes', 'class_terms', 'students', 'attendances', 'work'])
    expect([table, after.own[table]?.split(' ')[0]]).toEqual([table, before.own[table]?.split(' ')[0]])
  expect({ ...after.other, people: '' }).toEqual({ ...beforeRestore.other, people: '' })
  const [person] = await within(
    (db) => db<{ firstName: string }[]>`select first_name from people where id = ${erased?.id ?? ''}`,
  )
  expect(person).toEqual({ firstName: 'Erased' })
  const back = await within(
    (db) =>
      db<
        { inUse: boolean }[]
      >`select in_use from people where disabled_at is null and id <> all(${open.map(({ id }) => id)}::uuid[])`,
  )
  expect(back.length).toBeGreaterThan(0)
  expect(back.filter(({ inUse }) => inUse)).toEqual([])
})

test('access that was revoked since the backup is not restored', async () => {
  await restoreCenter(order)
  const [links, duties] = await within(async (db) => {
    await db`update centers set classroom_pin = 'new', classroom_pin_waived = false, trial_form = false, archived_at = now() where id = ${center}`
    const own = await db<{ studentId: string; parentId: string }[]>`
      select student_id, parent_id from parent_links where center_id = ${center} and ended_at is null and pickup and portal order by 1, 2 limit 3`
    await db`delete from account_requests where id = ${withdrawn}`
    const [ended, hidden, alone] = own.map(({ studentId, parentId }) => db`(${studentId}, ${parentId})`)
    const all = db`update parent_links set version = version + 1,`
    await db`${all} ended_at = now() where (student_id, parent_id) = ${ended ?? db``}`
    await db`${all} portal = false, pickup = false where (student_id, parent_id) = ${hidden ?? db``}`
    await db`delete from pickup_people where (student_id, added_by) = ${alone ?? db``}`
    const left = await db<{ personId: string; duty: string }[]>`
      update staff set active = false where center_id = ${center} and active and duty = 'office' returning person_id, duty`
    return [own, left] as const
  })
  const done = await restoreCenter(order)
  expect(done?.revocations).toEqual({ duties: duties.length, links: 2, pickups: 1, requests: 1 })
  expect(duties.length).toBeGreaterThan(0)
  await within(async (db) => {
    expect(
      await db`select classroom_pin as pin, trial_form as form, archived_at is not null as archived from centers where id = ${center}`,
    ).toEqual([{ pin: 'new', form: false, archived: true }])
    expect(
      await db`select from staff where center_id = ${center} and active and duty = 'office'`,
    ).toHaveLength(0)
    for (const [at, { studentId, parentId }] of links.entries()) {
      const [link] = await db`
        select ended_at is not null as ended, portal, pickup,
          (select count(*)::int from pickup_people p where p.student_id = l.student_id and p.added_by = l.parent_id) as others
        from parent_links l where student_id = ${studentId} and parent_id = ${parentId}`
      expect(link).toEqual({ ended: at === 0, portal: at !== 1, pickup: at !== 1, others: at === 2 ? 0 : 1 })
    }
  })
})

test('nothing changes if somebody is erased while the current data is being backed up', async () => {
  const [student] = await within(
    (db) =>
      db<
        { id: string }[]
      >`select id from students s where center_id = ${center} and ${hasNoTimed(db)} order by id desc limit 1`,
  )
  const eraseAndBackUp = async () => {
    await within((db) => erase(db, { ids: [student?.id ?? ''], kind: 'asked' }, inventory))
    return await backUp()
  }
  await damage()
  await expect(restoreCenter({ ...order, backUp: eraseAndBackUp })).rejects.toThrow(
    'Somebody was erased meanwhile. Nothing was changed. Run it again.',
  )
  const now = await within((db) => db`select from parent_links where center_id = ${center}`)
  expect(now).toEqual([])
  expect(await restoreCenter(order)).toMatchObject({ findings: [] })
  const [person] = await within(
    (db) => db<{ firstName: string }[]>`select first_name from people where id = ${student?.id ?? ''}`,
  )
  expect(person).toEqual({ firstName: 'Erased' })
})

test('a restore keeps declined requests and unsubscriptions newer than the backup, and resends no reminder', async () => {
  const [link] = await within(async (db) => {
    await db`update account_requests set declined_at = now() where id = ${request}`
    const rows = await db<{ studentId: string; parentId: string }[]>`
      update parent_links l set mails = false from (select * from parent_links where center_id = ${center} and mails and ended_at is null limit 1) one
      where (l.center_id, l.student_id, l.parent_id) = (one.center_id, one.student_id, one.parent_id) returning l.student_id, l.parent_id`
    const to = rows[0]?.parentId ?? ''
    await db`insert into unsubscriptions (center_id, person_id, kind) values (${center}, ${to}, 'all')`
    await db`insert into sent_reminders (center_id, person_id, kind, about) values (${center}, ${to}, 'class', 'this class')`
    return rows
  })
  await restoreCenter(order)
  await within(async (db) => {
    const all = await db`
      select (select declined_at is not null from account_requests where id = ${request}) as declined,
        (select mails from parent_links where student_id = ${link?.studentId ?? ''} and parent_id = ${link?.parentId ?? ''}) as mails,
        (select count(*)::int from unsubscriptions where center_id = ${center} and person_id = ${link?.parentId ?? ''} and kind = 'all') as unsubscribed,
        (select count(*)::int from sent_reminders where center_id = ${center} and about = 'this class') as sent`
    expect(all).toEqual([{ declined: true, mails: false, unsubscribed: 1, sent: 1 }])
  })
})

test('a restore waits for running writes without blocking new ones, and doesn’t wait for mail that is being sent', async () => {
  const connections = [connect(url), connect(url), connect(url)] as const
  const [writer, sender, other] = connections
  const lines: string[] = []
  const [written, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const open: Promise<unknown>[] = []
  /** Starts a transaction that holds a lock on a table until a promise is fulfilled. */
  const hold = async (sql: typeof writer, table: string, end: Promise<void>) => {
    const locked = Promise.withResolvers<void>()
    open.push(
      sql.begin(async (db) => {
        await db.unsafe(`lock table ${table} in row exclusive mode`)
        locked.resolve()
        await end
      }),
    )
    await locked.promise
  }
  const holdLocks = async () => {
    await hold(writer, 'staff', written.promise)
    await hold(sender, 'mail', sent.promise)
  }
  const report = (line: string) => {
    lines.push(line)
    // Other connections can write while the restore pauses.
    open.push(
      other`update centers set version = version + 1 where id = ${neighbor}`.then(() => written.resolve()),
    )
  }
  const done = await restoreCenter({ ...order, backUp: holdLocks, report })
  sent.resolve()
  await Promise.all(open)
  for (const each of connections) await each.end()
  expect(done?.findings).toEqual([])
  expect(lines).toEqual([expect.stringContaining('The restore waits until its tables are free: the oldest')])
})

test('restored work with a time limit gets its completion job back, and new rows get unused ids', async () => {
  const jobs = () => within((db) => db`select from graphile_worker.jobs where key = ${`complete ${timed}`}`)
  await within(async (db) => {
    await db`update work set state = 'void' where id = ${timed}`
    await db`select graphile_worker.remove_job(${`complete ${timed}`})`
    await db`select setval(pg_get_serial_sequence('attendance_changes', 'id'), 1, false)`
  })
  expect(await jobs()).toHaveLength(0)
  await restoreCenter(order)
  expect(await jobs()).toHaveLength(1)
  const [numbers] = await within(
    (db) => db<{ most: number; next: number }[]>`
      select max(id)::int as most, nextval(pg_get_serial_sequence('attendance_changes', 'id'))::int as next
      from attendance_changes where center_id = ${center}`,
  )
  expect(numbers?.next).toBe((numbers?.most ?? 0) + 1)
})

test('after a restore, a search finds students by people’s current names and addresses', async () => {
  const [child] = await within(
    (db) => db<{ id: string }[]>`
      update people set last_name = 'Zqrenamed' where id = (select id from students s where center_id = ${center}
        and not exists (select from erasures where person_id = s.id) order by id limit 1) returning id`,
  )
  await restoreCenter(order)
  const found = await within(
    (db) =>
      db`select student_id as id from student_keys where center_id = ${center} and last_name = 'Zqrenamed'`,
  )
  expect(found).toEqual([child])
})
