import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import { setClock } from '#server/clock.ts'
import { readSettings } from '#server/settings.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { sendReminders } from './jobs.ts'

const world = await openWorld()
const { database } = world
const settings = { ...readSettings({}), publicUrl: 'https://learn.example' }

/** A Tuesday, and the Wednesday after it. Classes of the fixture are on Wednesdays at 4:30 PM. */
const [tuesday, wednesday] = ['2026-03-03', '2026-03-04']
const at = (day: string, time: string) => setClock(`${day} ${time}`)

const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id: centerId } = await make.center({ id: 'Maple Street', phone: '+15185550142' })
  const { id: elsewhere } = await make.center()
  const sam = await make.student(centerId, { firstName: 'Sam', lastName: 'Rivera' })
  const ben = await make.student(centerId, { firstName: 'Ben' })
  const klass = await make.klass(centerId, { name: 'Math 5', day: 3 })
  return {
    centerId,
    elsewhere,
    sam,
    ben,
    klass,
    place: await make.place(klass, sam.id),
    pilar: await make.parent([sam], { firstName: 'Pilar' }),
    paul: await make.parent([sam], { firstName: 'Paul' }),
    teacher: await make.staff('operator', centerId),
  }
})
const { centerId, sam, ben, klass, place, pilar, paul, teacher } = cast

const switchOn = (
  kind: AutomaticKind,
  more: { since?: string; days?: number; hour?: number; center?: string } = {},
) =>
  database.single`
    insert into reminders (center_id, kind, on_since, hour, days)
    values (${more.center ?? centerId}, ${kind}, ${more.since ?? '2026-01-01'}, ${more.hour ?? null}, ${more.days ?? null})`
const run = () => sendReminders({}, { database, settings })
const sent = async () => {
  const rows = await database.read<{ to: string; subject: string; body: string }[]>`
    select p.first_name as "to", m.subject, m.body from mail m join people p on p.id = m.person_id where m.purpose = 'automatic' order by m.id`
  return rows
}
const subjects = async () => (await sent()).map(({ to, subject }) => `${to}: ${subject}`).sort()

beforeEach(async () => {
  for (const table of [
    'mail',
    'sent_reminders',
    'reminders',
    'unsubscriptions',
    'attendances',
    'class_days',
    'closures',
  ])
    await database.single`delete from ${database.single(table)}`
  await database.single`update parent_links set contact = true, mails = true, portal = true`
  at(tuesday, '16:45')
})

describe('a reminder before a class', () => {
  test('is sent to each parent once, the day before, from the chosen hour on, and says what to do', async () => {
    await switchOn('class', { hour: 17 })
    await run()
    expect(await sent()).toEqual([])
    at(tuesday, '17:00')
    await run()
    await run()
    expect(await subjects()).toEqual([
      'Paul: Reminder: Sam has class tomorrow',
      'Pilar: Reminder: Sam has class tomorrow',
    ])
    expect((await sent())[0]?.body).toContain(
      'Sam has class tomorrow, Wed, Mar 4: Math 5 at 4:30\u00a0PM. If Sam can’t come, please tell us on Sam’s page.\n\nhttps://learn.example/parent/students/',
    )
  })

  test('is sent the next morning if it had to wait, but not once the class has begun', async () => {
    await switchOn('class')
    at(wednesday, '07:59')
    await run()
    expect(await sent()).toEqual([])
    at(wednesday, '16:30')
    await run()
    expect(await sent()).toEqual([])
    at(wednesday, '08:00')
    await run()
    expect(await subjects()).toEqual([
      'Paul: Reminder: Sam has class today',
      'Pilar: Reminder: Sam has class today',
    ])
  })

  test.each<[string, () => PromiseLike<unknown>]>([
    [
      'the class is canceled',
      () =>
        database.single`insert into class_days (center_id, class_id, held_on, canceled_at) values (${centerId}, ${klass.id}, ${wednesday}, now())`,
    ],
    [
      'the center is closed',
      () => database.single`insert into closures (center_id, held_on) values (${centerId}, ${wednesday})`,
    ],
    [
      'the family has said that the child won’t come',
      () => database.single`
      insert into attendances (center_id, id, class_id, student_id, held_on, mark, noticed_at)
      values (${centerId}, ${newId()}, ${klass.id}, ${sam.id}, ${wednesday}, 'absent', now())`,
    ],
    ['the center has not switched it on', () => database.single`delete from reminders`],
    [
      'the center is archived',
      () => database.single`update centers set archived_at = now() where id = ${centerId}`,
    ],
    ['nobody may be contacted', () => database.single`update parent_links set contact = false`],
    ['nobody wants email about the child', () => database.single`update parent_links set mails = false`],
  ])('isn’t sent if %s', async (_, change) => {
    await switchOn('class')
    await change()
    await run()
    expect(await sent()).toEqual([])
    await database.single`update centers set archived_at = null`
  })

  test('isn’t sent to a parent who has turned this kind off or unsubscribed, or about a child on a break', async () => {
    await switchOn('class')
    const unwanted = (id: string, kind: string) =>
      database.single`insert into unsubscriptions (center_id, person_id, kind) values (${centerId}, ${id}, ${kind})`
    await unwanted(pilar.id, 'report')
    await unwanted(paul.id, 'class')
    await run()
    expect(await subjects()).toEqual(['Pilar: Reminder: Sam has class tomorrow'])
    await database.single`delete from sent_reminders`
    await database.single`delete from mail`
    await unwanted(pilar.id, 'all')
    await run()
    expect(await sent()).toEqual([])
    await database.single`delete from unsubscriptions`
    const { id } = await database.write((db) => factories(db).pause(place, wednesday, wednesday))
    await run()
    expect(await sent()).toEqual([])
    await database.single`delete from breaks where id = ${id}`
  })

  test('has a phone number instead of a link for parents who can’t open the page', async () => {
    await switchOn('class')
    await database.single`update parent_links set portal = false`
    await run()
    const [mail] = await sent()
    expect(mail?.body).toContain('please call us at 518-555-0142.')
    expect(mail?.body).not.toContain('https://')
  })
})

describe('an absence', () => {
  const mark = (
    more: { minutes?: number; noticed?: boolean; excused?: boolean; on?: string } = {},
  ) => database.single`
    insert into attendances (center_id, id, class_id, student_id, held_on, mark, noticed_at, excused, taken_at)
    values (${centerId}, ${newId()}, ${klass.id}, ${sam.id}, ${more.on ?? wednesday}, 'absent', ${more.noticed ? wednesday : null},
      ${more.excused ?? false}, now() - make_interval(mins => ${more.minutes ?? 5}))`

  test('without notice is announced only when it can no longer be undone with a tap', async () => {
    await switchOn('absent')
    at(wednesday, '17:00')
    await mark({ minutes: 1 })
    await run()
    expect(await sent()).toEqual([])
    await database.single`update attendances set taken_at = now() - interval '4 minutes'`
    await run()
    await run()
    expect(await subjects()).toEqual([
      'Paul: Sam was marked absent today',
      'Pilar: Sam was marked absent today',
    ])
    expect((await sent())[0]?.body).toContain(
      'Sam was marked absent from Math 5 today at 4:30\u00a0PM, and we hadn’t heard from you. If you didn’t expect this, please call us at 518-555-0142.',
    )
  })

  test.each([
    ['that the family reported', { noticed: true }, wednesday],
    ['that is excused', { excused: true }, wednesday],
    ['on an earlier day that was marked late', { on: '2026-02-25' }, wednesday],
    ['from before messages were switched on', { minutes: 60 * 24 * 2 }, wednesday],
  ])('%s isn’t announced', async (_, more, day) => {
    await switchOn('absent')
    at(day, '17:00')
    await mark(more)
    await run()
    expect(await sent()).toEqual([])
  })

  test('marked in the evening is announced the next morning', async () => {
    await switchOn('absent')
    at(wednesday, '20:30')
    await mark({ minutes: 10 })
    await run()
    expect(await sent()).toEqual([])
    at('2026-03-05', '08:00')
    await run()
    expect(await subjects()).toContain('Pilar: Sam was marked absent on Wed, Mar 4')
  })
})

describe('a canceled or moved class', () => {
  test('is announced to the family of everyone expected, and again if it is canceled again', async () => {
    await switchOn('change')
    const cancel = (minutes: number) => database.single`
      insert into class_days (center_id, class_id, held_on, canceled_at, cancel_reason)
      values (${centerId}, ${klass.id}, ${wednesday}, now() - make_interval(mins => ${minutes}), 'snow')
      on conflict (center_id, class_id, held_on) do update set canceled_at = excluded.canceled_at`
    await cancel(1)
    await run()
    expect(await sent()).toEqual([])
    await cancel(10)
    await run()
    await run()
    expect(await subjects()).toEqual([
      'Paul: Canceled: Math 5 on Wed, Mar 4',
      'Pilar: Canceled: Math 5 on Wed, Mar 4',
    ])
    expect((await sent())[0]?.body).toContain(
      'Math 5 on Wed, Mar 4 at 4:30\u00a0PM is canceled (snow). Sam doesn’t need to come.',
    )
    await cancel(5)
    await run()
    expect(await subjects()).toHaveLength(4)
  })

  test('is announced if its weekday or time changes within two weeks', async () => {
    await switchOn('change')
    await database.single`update class_terms set during = daterange('2026-01-01', '2026-03-10') where class_id = ${klass.id}`
    await database.write(
      (db) => db`
      insert into class_terms (center_id, class_id, during, day, time, minutes, max_size)
      values (${centerId}, ${klass.id}, daterange('2026-03-10', null), 4, '17:00', 75, 8)`,
    )
    await run()
    // Nothing is sent while the change can still be undone with a tap.
    expect(await sent()).toEqual([])
    await database.single`update class_terms set written_at = now() - interval '5 minutes' where day = 4`
    await run()
    await run()
    expect(await subjects()).toEqual([
      'Paul: New time: Math 5 from Thu, Mar 12',
      'Pilar: New time: Math 5 from Thu, Mar 12',
    ])
    expect((await sent())[0]?.body).toContain(
      'Starting Thu, Mar 12, Math 5 meets on Thursdays at 5:00\u00a0PM instead of Wednesdays at 4:30\u00a0PM.',
    )
    await database.single`delete from class_terms where class_id = ${klass.id} and day = 4`
    await database.single`update class_terms set during = daterange('2026-01-01', null) where class_id = ${klass.id}`
  })
})

test('a class that was moved before messages were switched on isn’t announced', async () => {
  await switchOn('change', { since: '2026-03-03T15:00:00Z' })
  const since = database.single
  await since`update class_terms set during = daterange('2026-01-01', '2026-03-10') where class_id = ${klass.id}`
  await since`
    insert into class_terms (center_id, class_id, during, day, time, minutes, max_size, written_at)
    values (${centerId}, ${klass.id}, daterange('2026-03-10', null), 4, '17:00', 75, 8, '2026-03-01')`
  await run()
  expect(await sent()).toEqual([])
  await since`delete from class_terms where class_id = ${klass.id} and day = 4`
  await since`update class_terms set during = daterange('2026-01-01', null) where class_id = ${klass.id}`
})

test('nothing is sent to an address that the mail server rejected', async () => {
  await switchOn('class')
  await database.single`update people set mail_refused_at = now(), mail_refusal = 'No such box' where id = ${paul.id}`
  await run()
  expect(await subjects()).toEqual(['Pilar: Reminder: Sam has class tomorrow'])
  await database.single`update people set mail_refused_at = null, mail_refusal = null where id = ${paul.id}`
})

test('an unused credit is announced the chosen number of days before it expires, and again if that date changes', async () => {
  await switchOn('expiry', { days: 7 })
  const id = newId()
  await database.single`
    insert into credits (center_id, id, student_id, class_id, missed_on, reason, expires_on)
    values (${centerId}, ${id}, ${sam.id}, ${klass.id}, '2026-02-25', 'absent', '2026-03-11')`
  await run()
  expect(await sent()).toEqual([])
  at(wednesday, '09:00')
  await run()
  await run()
  expect(await subjects()).toEqual([
    'Paul: A make-up for Sam expires soon',
    'Pilar: A make-up for Sam expires soon',
  ])
  expect((await sent())[0]?.body).toContain(
    'Sam missed Math 5 on Wed, Feb 25 and can make it up until Wed, Mar 11.',
  )
  await database.single`update credits set expires_on = '2026-03-10' where id = ${id}`
  await run()
  expect(await subjects()).toHaveLength(4)
  await database.single`update credits set void_at = now() where id = ${id}`
})

describe('work', () => {
  const homework = async (dueOn: string, state = 'assigned') => {
    await database.single`
      insert into work (center_id, id, student_id, kind, name, item, state, due_on, assigned_by)
      values (${centerId}, ${newId()}, ${sam.id}, 'homework', 'Fractions 4', ${newId()}, ${state}, ${dueOn}, ${teacher.id})`
  }
  beforeEach(() => database.single`delete from work`)

  test('is announced once when overdue, without scores, but not weeks later', async () => {
    await switchOn('overdue')
    await homework(tuesday)
    await homework('2026-02-01')
    await run()
    expect(await sent()).toEqual([])
    at(wednesday, '09:00')
    await run()
    await run()
    expect(await subjects()).toEqual(['Paul: Sam’s homework is overdue', 'Pilar: Sam’s homework is overdue'])
    expect((await sent())[0]?.body).toContain('“Fractions 4” was due on Tue, Mar 3')
  })

  test('isn’t announced if it was overdue before messages were switched on', async () => {
    await switchOn('overdue', { since: '2026-03-03T15:00:00Z' })
    await homework('2026-03-01')
    at(wednesday, '09:00')
    await run()
    expect(await sent()).toEqual([])
  })

  test('returned with a report is announced with a link to the report', async () => {
    await switchOn('report')
    const id = newId()
    await database.write(async (db) => {
      await factories(db).section()
      await db`
        insert into work (center_id, id, student_id, kind, name, item, state, level_id, assigned_by, submitted_at, graded_at, returned_at, correct, total, score)
        select ${centerId}, ${id}, ${sam.id}, 'assessment', 'Math 3', ${newId()}, 'returned', id, ${teacher.id}, now(), now(),
          now() - interval '10 minutes', 3, 4, 0.75 from levels limit 1`
    })
    await run()
    await run()
    expect(await subjects()).toEqual(['Paul: A new report about Sam', 'Pilar: A new report about Sam'])
    expect((await sent())[0]?.body).toContain(`/parent/students/${sam.id}/assessments/${id}/report`)
    expect((await sent())[0]?.subject).not.toMatch(/\d/)
  })
})

describe('every message is sent once', () => {
  test('even if ten jobs send batches in parallel', async () => {
    await switchOn('class')
    await database.write(async (db) => {
      const make = factories(db)
      for (let num = 0; num < 130; num += 1) {
        const child = await make.student(centerId, { firstName: `Kid ${num}` })
        await make.place(klass, child.id)
        await make.parent([child], { firstName: `Parent ${num}` })
      }
    })
    await Promise.all(Array.from({ length: 10 }, run))
    const all = await subjects()
    expect(all).toHaveLength(132)
    expect(new Set(all).size).toBe(132)
    expect(await database.read`select 1 from sent_reminders`).toHaveLength(132)
    await database.single`delete from places where student_id not in (${sam.id}, ${ben.id})`
  })

  test('on a later run if sending fails', async () => {
    await switchOn('class')
    const broken = {
      ...database,
      write: (work: Parameters<typeof database.write>[0]) =>
        database.write(async (db) => {
          await work(db)
          throw new Error('killed')
        }),
    } as typeof database
    await expect(sendReminders({}, { database: broken, settings })).rejects.toThrow('Automatic messages')
    expect(await database.read`select 1 from sent_reminders`).toHaveLength(0)
    expect(await sent()).toEqual([])
    await run()
    expect(await sent()).toHaveLength(2)
  })

  test('even if another center fails', async () => {
    await switchOn('class', { center: 'Maple Street' })
    const other = await database.write(async (db) => {
      const make = factories(db)
      const center = await make.center({ id: 'A first center', timeZone: 'America/New_York' })
      return center.id
    })
    await switchOn('class', { center: other })
    await database.single`update centers set time_zone = 'Nowhere/Nothing' where id = ${other}`
    await expect(run()).rejects.toThrow('Automatic messages')
    expect(await sent()).toHaveLength(2)
    await database.single`delete from reminders where center_id = ${other}`
  })
})
