import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeupRequests } from '#features/schedule/makeup-requests/api.ts'
import { setClock } from '#server/clock.ts'
import { factories } from '#tests/factories.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { family } from '../api.ts'
import { makeups } from './api.ts'

const world = await openWorld()
const { write, read } = world.database
const { cast, operator, newClass, newStudent, newPlace, fullClass, credit, rosterOf, spentOn, ofStudent } =
  await placesFixture(world)
const centerId = cast.center
const [today, nextTuesday, tuesdayAfter] = ['2026-03-03', '2026-03-10', '2026-03-17']

const policy = (booking: string) =>
  world.database.single`update centers set makeup_booking = ${booking} where id = ${centerId}`.then(() => {})
beforeEach(async () => {
  setClock('2026-03-03 12:00')
  await policy('direct')
})

/** Creates a child with a parent, an open credit for a missed class, and a Tuesday class with free seats. */
async function newFamily({ expiresOn = '2026-05-01', maxSize = 8 } = {}) {
  const [missed, klass] = [await newClass({ day: 1 }), await newClass({ name: 'Math Club', maxSize })]
  const child = await newStudent({ firstName: 'Ada' })
  const made = await write((db) => factories(db).parent([child], { firstName: 'Maria' }))
  const creditId = await credit(missed, child.id, expiresOn)
  return {
    klass,
    missed,
    child,
    made,
    creditId,
    parent: await world.as(made),
    which: { id: child.id, creditId },
  }
}

type Family = Awaited<ReturnType<typeof newFamily>>
type To = { on?: string; classId?: string; by?: Caller }

const to = ({ which, klass }: Family, { on = nextTuesday, classId = klass.id }: To) => ({
  ...which,
  classId,
  on,
})
const book = (of: Family, more: To = {}) => (more.by ?? of.parent).call(makeups.book, to(of, more))
const move = (of: Family, more: To = {}) => (more.by ?? of.parent).call(makeups.move, to(of, more))
const cancel = (of: Family, by = of.parent) => by.call(makeups.cancel, of.which)
const classes = (of: Family, by = of.parent) => by.call(makeups.classes, of.which)

describe('the make-ups of a parent', () => {
  test('are the open and booked ones of all children, with the actions available to the parent', async () => {
    const one = await newFamily()
    const ben = await newStudent({ firstName: 'Ben' })
    const parent = await write(async (db) => factories(db).parent([one.child, ben]))
    const bens = await credit(one.missed, ben.id, '2026-04-01')
    await credit(await newClass(), ben.id, '2026-03-02')
    await book(one)
    const { body } = await (await world.as(parent)).call(makeups.list, {})
    expect(body).toMatchObject([
      { _id: one.creditId, firstName: 'Ada', state: 'booked', canBook: false, canChange: true },
      { _id: bens, firstName: 'Ben', childId: ben.id, state: 'open', canBook: true, canChange: false },
    ])
    await policy('office')
    expect((await one.parent.call(makeups.list, {})).body).toMatchObject([
      { canBook: false, canChange: false },
    ])
    expect((await one.parent.call(family.child, { id: one.child.id })).body.credits).toMatchObject([
      { _id: one.creditId, state: 'booked', canChange: false },
    ])
  })

  test('can be booked in classes with free seats; each class shows whether the make-up could still be changed there', async () => {
    const of = await newFamily()
    const { body } = await classes(of)
    expect(body).toMatchObject({ confirms: false, noticeHours: 24, credit: { firstName: 'Ada' } })
    const found = body.classes.filter(({ classId }) => classId === of.klass.id)
    expect(found.map(({ date, canChange }) => [date, canChange])).toEqual([
      [today, false],
      [nextTuesday, true],
      [tuesdayAfter, true],
      ['2026-03-24', true],
      ['2026-03-31', true],
      ['2026-04-07', true],
    ])
    const { klass } = await fullClass()
    expect((await classes(of)).body.classes.map(({ classId }) => classId)).not.toContain(klass.id)
  })
})

describe('booking', () => {
  test('takes the seat and uses the credit right away', async () => {
    const of = await newFamily()
    const booked = await book(of)
    expect(booked).toMatchObject({
      status: 201,
      body: { state: 'booked', place: { className: 'Math Club', on: nextTuesday, waits: false } },
    })
    expect((await rosterOf(of.klass, nextTuesday)).seats).toBe(1)
    expect(await spentOn(of.creditId)).toEqual(expect.any(String))
    const trail =
      await read`select action, person_id from audit where entity_id = ${(await spentOn(of.creditId)) ?? ''}`
    expect([...trail]).toEqual([{ action: 'places.enroll', personId: of.made.id }])
    expect(await book(of, { on: tuesdayAfter })).toMatchObject({ status: 409, body: { code: 'not_open' } })
  })

  test('holds the seat until the center confirms, if the center has chosen to confirm bookings', async () => {
    await policy('confirm')
    const of = await newFamily({ maxSize: 1 })
    expect((await classes(of)).body.confirms).toBe(true)
    expect((await book(of)).body).toMatchObject({ state: 'booked', place: { waits: true } })
    const other = await newFamily()
    expect(await book(other, { classId: of.klass.id })).toMatchObject({
      status: 409,
      body: { code: 'class_full' },
    })
    const [request] = (await operator.call(makeupRequests.list, { centerId })).body
    expect(request).toMatchObject({
      studentId: of.child.id,
      on: nextTuesday,
      by: expect.stringMatching(/^Maria/),
    })
    const answer = { centerId, placeId: request?.placeId ?? '', accept: true }
    expect((await operator.call(makeupRequests.answer, answer)).status).toBe(204)
    expect((await of.parent.call(makeups.list, {})).body).toMatchObject([{ place: { waits: false } }])
    expect((await move(of, { on: tuesdayAfter })).body).toMatchObject({
      place: { on: tuesdayAfter, waits: true },
    })
    expect((await cancel(of)).status).toBe(204)
    expect((await operator.call(makeupRequests.list, { centerId })).body).toEqual([])
  })

  const refusals: [string, (of: Family) => To | Promise<To>, number, string][] = [
    ['in a full class', async () => ({ classId: (await fullClass()).klass.id }), 409, 'class_full'],
    [
      'in a class of another subject',
      async () => ({ classId: (await newClass({ subject: 'English' })).id }),
      409,
      'no_credit',
    ],
    ['in a class that has started', () => (setClock('2026-03-03 16:30'), { on: today }), 409, 'begun'],
    ['in the past', () => ({ on: '2026-02-24' }), 409, 'begun'],
    ['on a day without the class', () => ({ on: '2026-03-11' }), 409, 'not_meeting'],
    ['on a day after the credit has expired', () => ({ on: '2026-05-05' }), 409, 'no_credit'],
    ['in a class that doesn’t exist', () => ({ classId: newId() }), 404, 'not_found'],
    ['in a class of another center', () => ({ classId: cast.elsewhere.klass.id }), 404, 'not_found'],
  ]
  test.each(refusals)('is refused %s', async (_, name, status, code) => {
    const of = await newFamily()
    const refused = await book(of, await name(of))
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([status, code])
    expect(await spentOn(of.creditId)).toBeNull()
  })

  test('is refused with an expired credit, and if the student has another class at that time', async () => {
    const expired = await newFamily({ expiresOn: '2026-03-02' })
    expect(await book(expired)).toMatchObject({ status: 409, body: { code: 'not_open' } })
    expect((await classes(expired)).status).toBe(409)
    const busy = await newFamily()
    await newPlace(await newClass(), busy.child.id)
    expect(await book(busy)).toMatchObject({ status: 409, body: { code: 'overlapping' } })
  })

  test('is refused by every endpoint at a center that doesn’t let parents book', async () => {
    const of = await newFamily()
    await policy('office')
    for (const refused of [await classes(of), await book(of), await move(of), await cancel(of)])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'office_books', message: `To book or change a make-up, please call ${centerId}.` },
      })
  })

  test('gives the last seat to exactly one of two parents who book at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await newFamily({ maxSize: 1 }), await newFamily()]
      const both = await Promise.all([book(one), book(other, { classId: one.klass.id })])
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect((await rosterOf(one.klass, nextTuesday)).seats).toBe(1)
    }
  })

  test('spends a credit only once if both parents book at the same moment', async () => {
    const of = await newFamily()
    const father = await world.as(await write((db) => factories(db).parent([of.child])))
    const other = await newClass({ time: '19:00' })
    const both = await Promise.all([book(of), book(of, { classId: other.id, by: father })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await ofStudent(of.child.id)).toHaveLength(1)
  })
})

describe('moving or canceling a make-up', () => {
  test('frees the old seat, takes the new one, and opens the credit again', async () => {
    const of = await newFamily()
    await book(of)
    const other = await newClass({ time: '19:00' })
    expect((await classes(of)).body.credit).toMatchObject({ state: 'booked', canChange: true })
    const moved = await move(of, { classId: other.id })
    expect(moved).toMatchObject({ status: 200, body: { state: 'booked', place: { time: '19:00' } } })
    expect((await move(of, { classId: other.id })).body).toEqual(moved.body)
    expect([
      (await rosterOf(of.klass, nextTuesday)).seats,
      (await rosterOf(other, nextTuesday)).seats,
    ]).toEqual([0, 1])
    expect((await cancel(of)).status).toBe(204)
    expect([(await rosterOf(other, nextTuesday)).seats, await spentOn(of.creditId)]).toEqual([0, null])
    for (const refused of [await cancel(of), await move(of)])
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_booked' } })
  })

  test('keeps the make-up if the other class is full', async () => {
    const of = await newFamily()
    await book(of)
    const { klass } = await fullClass({ time: '19:00' })
    expect(await move(of, { classId: klass.id })).toMatchObject({ status: 409, body: { code: 'class_full' } })
    expect((await rosterOf(of.klass, nextTuesday)).seats).toBe(1)
  })

  test('is possible until the center’s minimum notice before the class; after that, the error asks the parent to call', async () => {
    const of = await newFamily()
    await book(of)
    setClock('2026-03-09 16:31')
    expect((await of.parent.call(makeups.list, {})).body).toMatchObject([
      { state: 'booked', canChange: false },
    ])
    for (const refused of [await cancel(of), await move(of, { on: tuesdayAfter })])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: 'too_late',
          message: 'Math Club on Tue, Mar 10 starts in less than 24 hours. Please call the center.',
        },
      })
    setClock('2026-03-09 16:30')
    expect((await cancel(of)).status).toBe(204)
  })
})

describe('an unauthorized or invalid call', () => {
  test('for another family’s credit gets 404', async () => {
    const [of, stranger] = [await newFamily(), await newFamily()]
    await book(of)
    const mixed = { ...stranger, which: { id: stranger.child.id, creditId: of.creditId } }
    for (const each of [of, mixed])
      for (const call of [classes, cancel]) expect((await call(each, stranger.parent)).status).toBe(404)
    for (const each of [of, mixed])
      for (const call of [book, move]) expect((await call(each, { by: stranger.parent })).status).toBe(404)
    expect((await book({ ...of, which: { id: of.child.id, creditId: newId() } })).status).toBe(404)
    const ids = (await stranger.parent.call(makeups.list, {})).body.map(({ _id }) => _id)
    expect(ids).toEqual([stranger.creditId])
  })

  test('without an active link with portal access, or from another kind of account, is refused', async () => {
    const of = await newFamily()
    for (const [who, status] of [
      [null, 401],
      [of.child, 403],
      [cast.operator, 403],
    ] as const)
      expect((await book(of, { by: await world.as(who) })).status).toBe(status)
    await world.database.single`update parent_links set portal = false where parent_id = ${of.made.id}`
    expect([(await book(of)).status, (await of.parent.call(makeups.list, {})).body]).toEqual([404, []])
  })

  test('for an archived center is refused', async () => {
    const of = await newFamily()
    await world.database.single`update centers set archived_at = now() where id = ${centerId}`
    expect([(await book(of)).status, (await of.parent.call(makeups.list, {})).body]).toEqual([404, []])
    await world.database.single`update centers set archived_at = null where id = ${centerId}`
    expect(await spentOn(of.creditId)).toBeNull()
  })

  test('with invalid input is refused', async () => {
    const of = await newFamily()
    const odd = (raw: object) => of.parent.call(makeups.book, to(of, {}), { raw })
    const { klass } = of
    expect((await odd({ classId: klass.id, on: '2026-02-30' })).status).toBe(422)
    expect((await odd({ classId: klass.id })).status).toBe(400)
    expect((await odd({ classId: klass.id, on: nextTuesday, overReason: 'Please' })).status).toBe(400)
    expect((await odd({ classId: klass.id, on: nextTuesday, requestedBy: null })).status).toBe(400)
  })
})
