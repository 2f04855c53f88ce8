import { expect, test } from 'vitest'
import { putMarks } from '#features/attendance/queries.ts'
import { settings } from '../center-settings/api.ts'
import { days } from '../days/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { calendars } from './api.ts'

const world = await openWorld({ publicUrl: 'http://learn.example' })
const { database } = world

const cast = await database.write(async (db) => {
  const make = factories(db)
  const center = await make.center({ id: 'Maple' })
  const [ms, sub] = [
    await make.teacher(center.id, { firstName: 'Lin', lastName: 'Rivera' }),
    await make.teacher(center.id),
  ]
  const klass = await make.klass(center.id, { name: 'Math 5', teacherId: ms.id, day: 2 })
  const [ana, ben] = [await make.student(center.id, { firstName: 'Ana' }), await make.student(center.id)]
  return {
    center,
    klass,
    ms,
    sub,
    ana,
    ben,
    place: await make.place(klass, ana.id, { startsOn: '2026-02-24' }),
    parent: await make.parent([ana]),
    father: await make.parent([ana]),
    stranger: await make.parent([ben]),
    operator: await make.staff('operator', center.id),
    manager: await make.staff('manager', center.id),
    elsewhere: await make.staff('operator', (await make.center()).id),
  }
})
const { center, klass, ana, ben, ms, sub, operator, parent } = cast

const feedAt = async (url: string) => {
  const token = /\/api\/ical\/([\w-]+)\.ics$/.exec(url)?.[1] ?? ''
  return await (await world.as(null)).call(calendars.feed, { token })
}
const textOf = async (personId: string) => {
  const { body } = await (await world.as(operator)).call(calendars.address, { centerId: center.id, personId })
  return (await feedAt(body.url)).text
}
/** Parses the events of a calendar text into day, `HHMM` and status. */
const eventsOf = (text: string) =>
  [...text.matchAll(/DTSTART;TZID=[^:]+:(\d{8})T(\d{4})00\r\n.*\r\n.*\r\nSTATUS:(\w+)/g)].map(
    ([, day, time, state]) => `${day} ${time} ${state}`,
  )
const onDay = async (personId: string, day: string) =>
  eventsOf(await textOf(personId)).filter((event) => event.startsWith(day))

test('a family’s feed has the child’s classes in the center’s local time, across a clock change', async () => {
  const { body } = await (await world.as(parent)).call(calendars.childAddress, { id: ana.id })
  expect(body.url).toMatch(/^http:\/\/learn\.example\/api\/ical\/[\w-]{64}\.ics$/)
  const { status, headers, text } = await feedAt(body.url)
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const lines = text.split('\r\n')
  const [zoneAt, eventAt] = [lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('BEGIN:VEVENT')]
  expect(lines.slice(0, zoneAt)).toContain('X-WR-CALNAME:Ana’s classes')
  expect(lines.slice(zoneAt, eventAt)).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:STANDARD',
    'DTSTART:20251102T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20260308T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ])
  expect(lines.slice(eventAt, eventAt + 12)).toEqual([
    'BEGIN:VEVENT',
    `UID:${klass.id}-2026-02-24@blended-learning`,
    'DTSTAMP:20260303T000000Z',
    'DTSTART;TZID=America/New_York:20260224T163000',
    'DTEND;TZID=America/New_York:20260224T174500',
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'SUMMARY:Math 5',
    'LOCATION:Maple\\, 1 Main St\\, Springfield\\, NY 12345',
    'DESCRIPTION:With Lin Rivera',
    'END:VEVENT',
    'BEGIN:VEVENT',
  ])
  const events = eventsOf(text)
  expect([events.slice(0, 3), events.length, events.at(-1)]).toEqual([
    ['20260224 1630 CONFIRMED', '20260303 1630 CONFIRMED', '20260310 1630 CONFIRMED'],
    28,
    '20260901 1630 CONFIRMED',
  ])
})

test('a canceled class and one on a closed day are marked as canceled, with a higher sequence', async () => {
  await database.single`
    insert into class_days (center_id, class_id, held_on, canceled_at, version) values (${center.id}, ${klass.id}, '2026-03-10', now(), 2)
  `
  await database.single`insert into closures (center_id, held_on) values (${center.id}, '2026-03-17')`
  expect(await onDay(ana.id, '20260310')).toEqual(['20260310 1630 CANCELLED'])
  expect(await textOf(ana.id)).toContain(
    '20260310T174500\r\nSEQUENCE:2\r\nSTATUS:CANCELLED\r\nSUMMARY:Canceled: Math 5',
  )
  expect(await onDay(ana.id, '20260317')).toEqual(['20260317 1630 CANCELLED'])
})

test('a class’s event gets a higher sequence each time its day is closed, reopened, changed or reset', async () => {
  const manager = await world.as(cast.manager)
  const sequence = async () =>
    /20260324T174500\r\nSEQUENCE:(\d+)\r\nSTATUS:(\w+)/.exec(await textOf(ben.id))?.slice(1)
  await database.write((db) => factories(db).place(klass, ben.id))
  const at = { centerId: center.id, date: '2026-03-24' }
  const day = { centerId: center.id, scheduleId: at.date }
  const close = () => manager.call(settings.close, { ...at, name: 'Snow' })
  const reopen = () => manager.call(settings.reopen, at)
  const cancel = () =>
    manager.call(days.change, { ...day, classes: [{ classId: klass.id, cancel: { reason: 'Snow' } }] })
  const reset = () => manager.call(days.clear, day)
  const sequences = [await sequence()]
  for (const act of [close, reopen, close, reopen, cancel, reset, cancel, reset]) {
    expect((await act()).status).toBeLessThan(300)
    sequences.push(await sequence())
  }
  expect(sequences).toEqual(
    Array.from({ length: 9 }, (_, n) => [String(n), n % 2 === 1 ? 'CANCELLED' : 'CONFIRMED']),
  )
})

test('a feed leaves out classes during a break and those with an absence reported in advance', async () => {
  await database.write((db) => factories(db).pause(cast.place, '2026-03-24', '2026-03-24'))
  const mark = {
    centerId: center.id,
    classId: klass.id,
    studentId: ana.id,
    mark: 'absent' as const,
    arrivedAt: null,
    departedAt: null,
  }
  const facts = { pickedUpBy: null, excused: false, reason: '', noticedAt: null, toldBy: null }
  await database.write((db) =>
    putMarks(db, [{ ...mark, ...facts, id: ana.id, on: '2026-03-31' }], {
      by: null,
      device: null,
      at: '2026-03-03T20:00:00Z',
    }),
  )
  expect(await onDay(ana.id, '20260331')).toHaveLength(1)
  await database.single`update attendances set noticed_at = now() where id = ${ana.id}`
  expect([await onDay(ana.id, '20260324'), await onDay(ana.id, '20260331')]).toEqual([[], []])
})

test('a teacher’s feed has the classes they teach, and a substitute’s feed only the day they substitute', async () => {
  expect(await onDay(ms.id, '20260407')).toHaveLength(1)
  expect(await onDay(sub.id, '20260407')).toEqual([])
  await database.single`
    insert into class_days (center_id, class_id, held_on, substitute_id) values (${center.id}, ${klass.id}, '2026-04-07', ${sub.id})
  `
  expect(await onDay(ms.id, '20260407')).toEqual([])
  expect(await onDay(sub.id, '20260407')).toHaveLength(1)
  expect(await textOf(sub.id)).not.toContain('DESCRIPTION')
})

test('a make-up appears on its day, and waitlist places never appear', async () => {
  const { makeUp, waits } = await database.write(async (db) => {
    const make = factories(db)
    const [child, other] = [await make.student(center.id), await make.student(center.id)]
    await make.place(klass, child.id, { type: 'make-up', startsOn: '2026-04-14', endsOn: '2026-04-14' })
    await make.place(klass, other.id, { type: 'waitlist' })
    return { makeUp: child.id, waits: other.id }
  })
  expect(eventsOf(await textOf(makeUp))).toEqual(['20260414 1630 CONFIRMED'])
  expect(eventsOf(await textOf(waits))).toEqual([])
})

test('renewing an address disables the old one and doesn’t affect other people’s addresses', async () => {
  const [asParent, asOther, asOffice] = [
    await world.as(parent),
    await world.as(cast.father),
    await world.as(operator),
  ]
  const statuses = async (...urls: string[]) =>
    await Promise.all(urls.map(async (url) => (await feedAt(url)).status))
  const of = { centerId: center.id, personId: ana.id }
  const [before, other, own] = [
    (await asParent.call(calendars.childAddress, { id: ana.id })).body.url,
    (await asOther.call(calendars.childAddress, { id: ana.id })).body.url,
    (await asOffice.call(calendars.address, of)).body.url,
  ]
  const after = (await asParent.call(calendars.renewChild, { id: ana.id })).body.url
  expect(await statuses(before, after, other, own)).toEqual([404, 200, 200, 200])
  const renewed = (await asOffice.call(calendars.renew, of)).body.url
  expect(await statuses(own, renewed, after, other)).toEqual([404, 200, 200, 200])
  const trail = await database.read`select entity_id from audit where action = 'calendar.renew' order by id`
  expect(trail.map((row) => row['entityId'] as string)).toEqual([parent.id, ana.id])
})

test('renewing an address disables all of the person’s addresses, including those for other children and from other centers', async () => {
  const { child, mother, other, elsewhere } = await database.write(async (db) => {
    const make = factories(db)
    const far = await make.center()
    const made = await make.student(center.id)
    await db`insert into students (center_id, id, student_num) values (${far.id}, ${made.id}, 'R2')`
    return {
      child: made,
      mother: await make.parent([ana, made]),
      other: far.id,
      elsewhere: await make.staff('operator', far.id),
    }
  })
  const [asMother, here, there] = [
    await world.as(mother),
    await world.as(operator),
    await world.as(elsewhere),
  ]
  const sibling = (await asMother.call(calendars.childAddress, { id: child.id })).body.url
  expect((await feedAt(sibling)).status).toBe(200)
  await asMother.call(calendars.renewChild, { id: ana.id })
  expect((await feedAt(sibling)).status).toBe(404)
  const far = (await there.call(calendars.address, { centerId: other, personId: child.id })).body.url
  expect((await feedAt(far)).status).toBe(200)
  await here.call(calendars.renew, { centerId: center.id, personId: child.id })
  expect((await feedAt(far)).status).toBe(404)
})

test('a parent loses access to the feed when the link ends or loses the portal right, or the account is closed', async () => {
  const { url } = (await (await world.as(cast.father)).call(calendars.childAddress, { id: ana.id })).body
  const status = async () => (await feedAt(url)).status
  await database.single`update parent_links set portal = false where parent_id = ${cast.father.id}`
  expect(await status()).toBe(404)
  await database.single`update parent_links set portal = true, ended_at = now() where parent_id = ${cast.father.id}`
  expect(await status()).toBe(404)
  await database.single`update parent_links set ended_at = null where parent_id = ${cast.father.id}`
  expect(await status()).toBe(200)
  await database.single`update people set disabled_at = now() where id = ${cast.father.id}`
  expect(await status()).toBe(404)
})

test('a parent’s feed covers only centers where they are linked, and a feed from an office covers only that center', async () => {
  const { child, mother } = await database.write(async (db) => {
    const make = factories(db)
    const other = await make.center({ id: 'Riverside' })
    const made = await make.student(center.id)
    await db`insert into students (center_id, id, student_num) values (${other.id}, ${made.id}, 'R1')`
    await make.place(klass, made.id)
    await make.place(await make.klass(other.id, { name: 'English 3', day: 4 }), made.id)
    return { child: made, mother: await make.parent([{ id: made.id, centerId: other.id }]) }
  })
  const { body } = await (await world.as(mother)).call(calendars.childAddress, { id: child.id })
  const { text } = await feedAt(body.url)
  expect([text.includes('SUMMARY:English 3'), text.includes('SUMMARY:Math 5')]).toEqual([true, false])
  const own = await textOf(child.id)
  expect([own.includes('SUMMARY:English 3'), own.includes('SUMMARY:Math 5')]).toEqual([false, true])
})

test('nobody can read or renew another person’s address, and a made-up address returns 404', async () => {
  const centerId = center.id
  const other = await world.as(cast.stranger)
  expect((await other.call(calendars.childAddress, { id: ana.id })).status).toBe(404)
  expect((await other.call(calendars.renewChild, { id: ana.id })).status).toBe(404)
  expect((await other.call(calendars.address, { centerId, personId: ben.id })).status).toBe(403)
  expect(
    (await (await world.as(cast.elsewhere)).call(calendars.renew, { centerId, personId: ana.id })).status,
  ).toBe(404)
  const office = await world.as(operator)
  expect((await office.call(calendars.address, { centerId, personId: parent.id })).status).toBe(404)
  const { body } = await office.call(calendars.address, { centerId, personId: ben.id })
  const mixed = body.url.replace(/.{8}\.ics/, 'AAAAAAAA.ics')
  for (const url of [mixed, '/api/ical/AAAA.ics', `/api/ical/${'A'.repeat(64)}.ics`])
    expect((await feedAt(url)).status).toBe(404)
  expect((await (await world.as(null)).call(calendars.feed, { token: 'a b' })).status).toBe(400)
})
