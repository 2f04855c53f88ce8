import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { credits } from '#features/schedule/credits/api.ts'
import { records } from '#features/students/records/api.ts'
import { openFamilies } from '#tests/absence-fixture.ts'
import { factories } from '#tests/factories.ts'
import { family } from './api.ts'

const { world, cast, centerId, office, newFamily } = await openFamilies()
const { write, single } = world.database

test('the classes of the next four weeks show the type of each place and why the child isn’t expected', async () => {
  const { mother, child, klass, place } = await newFamily()
  await write(async (db) => {
    const make = factories(db)
    await make.pause(place, '2026-03-26', '2026-03-26')
    const guest = { startsOn: '2026-03-06', endsOn: '2026-03-06' }
    await make.place(await make.klass(centerId, { name: 'Friday', day: 5 }), child.id, {
      type: 'make-up',
      ...guest,
    })
    await make.place(await make.klass(centerId, { name: 'Trial', day: 5, time: '18:00' }), child.id, {
      type: 'trial',
      ...guest,
    })
    await make.place(await make.klass(centerId, { name: 'Wanted', day: 1 }), child.id, { type: 'waitlist' })
  })
  await single`insert into closures (center_id, held_on, name) values (${centerId}, '2026-03-12', 'Spring &lt;Day&gt;')`
  await single`
    insert into class_days (center_id, class_id, held_on, canceled_at, cancel_reason)
    values (${centerId}, ${klass.id}, '2026-03-19', now(), 'CANARY-REASON')`
  const { body, text } = await mother.call(family.child, { id: child.id })
  expect(
    body.coming.map(({ on, name, type, off }) => [on, name, type, off?.kind ?? null, off?.name ?? null]),
  ).toEqual([
    ['2026-03-05', 'Math Club', 'regular', null, null],
    ['2026-03-06', 'Friday', 'make-up', null, null],
    ['2026-03-06', 'Trial', 'trial', null, null],
    ['2026-03-12', 'Math Club', 'regular', 'closed', 'Spring &lt;Day&gt;'],
    ['2026-03-19', 'Math Club', 'regular', 'canceled', ''],
    ['2026-03-26', 'Math Club', 'regular', 'break', ''],
  ])
  expect(text).not.toContain('CANARY')
})

test('a parent sees only classes at centers where they are linked to the child', async () => {
  const { mother, child } = await newFamily()
  const far = await write(async (db) => {
    const make = factories(db)
    const center = await make.center({ timeZone: 'Pacific/Auckland' })
    await db`insert into students (center_id, id, student_num) values (${center.id}, ${child.id}, ${newId()})`
    await make.place(await make.klass(center.id, { name: 'Far', day: 3 }), child.id)
    return center
  })
  const names = async () =>
    (await mother.call(family.child, { id: child.id })).body.coming.map(({ name }) => name)
  expect(await names()).not.toContain('Far')
  await single`insert into parent_links (center_id, student_id, parent_id)
    select ${far.id}, student_id, parent_id from parent_links where student_id = ${child.id}`
  expect(await names()).toContain('Far')
})

/** Creates a child with a valid and a void credit, a test and an award. */
async function kept() {
  const made = await newFamily()
  const studentRef = { centerId, studentId: made.child.id }
  const grant = { ...studentRef, classId: made.klass.id, reason: 'CANARY-GRANT' }
  const { body } = await office.call(credits.grant, { ...grant, missedOn: '2026-02-19' })
  await office.call(credits.change, { centerId, creditId: body._id, void: true })
  await office.call(credits.grant, { ...grant, missedOn: '2026-02-26' })
  const paper = { date: '2026-02-20', subject: 'Math' as const, level: 'Math 5', test: 'Chapter 1', name: '' }
  await office.call(records.addTest, { ...studentRef, ...paper, score1: '17/20', score2: '19/20' })
  await office.call(records.addAward, { ...studentRef, type: 'Medal', subject: 'Math', note: 'CANARY-AWARD' })
  await office.call(records.addNote, { ...studentRef, msg: 'CANARY-NOTE' })
  return made
}

const wanted = {
  // The name includes the day and time, because every family of the fixture has a class called Math Club.
  credits: [
    {
      className: 'Math Club (Thu 4:30 PM)',
      missedOn: '2026-02-26',
      reason: 'granted',
      state: 'open',
      place: null,
    },
  ],
  tests: [
    {
      date: '2026-02-20',
      subject: 'Math',
      level: 'Math 5',
      test: 'Chapter 1',
      score1: '17/20',
      score2: '19/20',
    },
  ],
  awards: [{ type: 'Medal', subject: 'Math' }],
}

test('a parent sees make-up credits, tests and awards, and no staff comments on them', async () => {
  const { mother, child } = await kept()
  const { body, text } = await mother.call(family.child, { id: child.id })
  expect(body).toMatchObject(wanted)
  expect(text).not.toMatch(/CANARY|recorder":"[^"]*Last/)
})

test('a student sees their own records, with the next class they are expected in', async () => {
  const { child, tell } = await kept()
  const student = await world.as(child)
  const before = await student.call(family.self, {})
  expect([before.status, before.body]).toMatchObject([
    200,
    { ...wanted, nextClass: { on: '2026-03-05', name: 'Math Club' } },
  ])
  expect(before.text).not.toContain('CANARY')
  await tell('2026-03-05')
  expect((await student.call(family.self, {})).body.nextClass?.on).not.toBe('2026-03-05')
})

test('other accounts can’t read a student’s own record', async () => {
  const { mother } = await newFamily()
  expect((await (await world.as(null)).call(family.self, {})).status).toBe(401)
  expect((await mother.call(family.self, {})).status).toBe(403)
  expect((await (await world.as(cast.staff)).call(family.self, {})).status).toBe(403)
})
