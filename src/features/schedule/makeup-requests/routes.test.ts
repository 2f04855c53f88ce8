import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { credits } from '../credits/api.ts'
import { factories } from '#tests/factories.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { makeupRequests } from './api.ts'

const world = await openWorld()
const { write, read } = world.database
const { cast, operator, manager, stranger, newClass, newStudent, newPlace, credit, rosterOf, move, remove } =
  await placesFixture(world)
const centerId = cast.center
const nextTuesday = '2026-03-10'

/** Creates a make-up that a parent has booked, by default next Tuesday at 4:30 PM. */
async function requested({ on = nextTuesday, time = '16:30' } = {}) {
  const [missed, klass] = [await newClass(), await newClass({ time, maxSize: 1, name: 'Math <Club>' })]
  const child = await newStudent({ firstName: 'Ada', lastName: 'Lima' })
  const parent = await write((db) => factories(db).parent([child], { firstName: 'Maria', lastName: 'Lima' }))
  const guest = { type: 'make-up', startsOn: on, endsOn: on, requestedBy: parent.id } as const
  const [{ id: placeId }, creditId] = [await newPlace(klass, child.id, guest), await credit(missed, child.id)]
  await write((db) => db`update credits set place_id = ${placeId} where id = ${creditId}`)
  return { klass, child, parent, placeId, creditId }
}

const list = async (by: Caller = operator) => (await by.call(makeupRequests.list, { centerId })).body
const answer = (placeId: string, accept: boolean, by: Caller = operator) =>
  by.call(makeupRequests.answer, { centerId, placeId, accept })
const stateOf = async (studentId: string) => {
  const { body } = await operator.call(credits.ofStudent, { centerId, studentId })
  return body.map(({ state, place }) => [state, place?.waits])
}
const mailsTo = async (id: string) => [
  ...(await read<
    { subject: string; body: string }[]
  >`select subject, body from mail where person_id = ${id} order by id`),
]

describe('a make-up that a parent has booked', () => {
  test('is listed by time and holds its seat, unless its day has passed', async () => {
    const late = await requested({ time: '18:00' })
    const early = await requested()
    const past = await requested({ on: '2026-02-24' })
    expect(await list()).toMatchObject([
      {
        placeId: early.placeId,
        className: 'Math <Club>',
        on: nextTuesday,
        time: '16:30',
        studentId: early.child.id,
        firstName: 'Ada',
        by: 'Maria Lima',
      },
      { placeId: late.placeId, time: '18:00' },
    ])
    expect((await rosterOf(early.klass, nextTuesday)).seats).toBe(1)
    expect(await stateOf(early.child.id)).toEqual([['booked', true]])
    for (const { placeId } of [late, early, past]) expect((await remove(placeId)).status).toBe(204)
    expect(await list()).toEqual([])
  })

  test('can be confirmed once: it keeps its seat, the parent gets an email, and the history shows it', async () => {
    const { klass, child, parent, placeId } = await requested()
    expect((await answer(placeId, true)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await rosterOf(klass, nextTuesday)).seats).toBe(1)
    expect(await stateOf(child.id)).toEqual([['booked', false]])
    const meeting = 'Math <Club>, Tue, Mar 10 at 4:30\u00a0PM'
    expect(await mailsTo(parent.id)).toEqual([
      {
        subject: `Make-up confirmed: ${meeting}`,
        body: expect.stringMatching(
          /^Hello Maria,\n\nAda’s make-up is confirmed: Math <Club>, .+\/parent\/makeups\n/s,
        ),
      },
    ])
    for (const accept of [true, false])
      expect(await answer(placeId, accept, manager)).toMatchObject({
        status: 409,
        body: { code: 'answered' },
      })
    expect(await mailsTo(parent.id)).toHaveLength(1)
    expect([...(await read`select action, person_id from audit where entity_id = ${placeId}`)]).toEqual([
      { action: 'places.confirm', personId: cast.operator.id },
    ])
  })

  test('can be declined: the seat is free, the credit is open, and the parent gets an email', async () => {
    const { klass, child, parent, placeId } = await requested()
    expect((await answer(placeId, false)).status).toBe(204)
    expect((await rosterOf(klass, nextTuesday)).seats).toBe(0)
    expect(await stateOf(child.id)).toEqual([['open', undefined]])
    const [mail] = await mailsTo(parent.id)
    expect(mail?.subject).toMatch(/^Make-up declined: Math <Club>/)
    expect(mail?.body).toContain('You can use the credit for another class until Fri, May 1.')
    expect((await answer(placeId, true)).status).toBe(404)
  })

  test('is confirmed if the office moves it', async () => {
    const { child, placeId } = await requested()
    const other = await newClass({ time: '19:00' })
    expect((await move(placeId, other.id, nextTuesday)).status).toBe(201)
    expect(await stateOf(child.id)).toEqual([['booked', false]])
    expect(await list()).toEqual([])
  })

  test('is confirmed or declined only once if two people answer at the same moment', async () => {
    const { parent, placeId } = await requested()
    const both = await Promise.all([answer(placeId, true), answer(placeId, false, manager)])
    expect([
      [204, 409],
      [404, 204],
    ]).toContainEqual(both.map(({ status }) => status))
    expect(await mailsTo(parent.id)).toHaveLength(1)
  })

  test('can be confirmed or declined only by its center’s office, and only if it was requested', async () => {
    const { child, parent, placeId, klass } = await requested()
    expect((await answer(placeId, true, stranger)).status).toBe(404)
    expect((await stranger.call(makeupRequests.list, { centerId })).status).toBe(404)
    for (const who of [child, { ...parent, kind: 'parents' as const }]) {
      const caller = await world.as(who)
      expect((await answer(placeId, true, caller)).status).toBe(403)
      expect((await caller.call(makeupRequests.list, { centerId })).status).toBe(403)
    }
    const regular = await newPlace(klass, (await newStudent()).id, { endsOn: '2026-01-31' })
    expect((await answer(regular.id, true)).body).toMatchObject({ code: 'answered' })
    expect((await answer(newId(), true)).status).toBe(404)
    const raw = { accept: 'yes' }
    expect(
      (await operator.call(makeupRequests.answer, { centerId, placeId, accept: true }, { raw })).status,
    ).toBe(400)
    expect(await mailsTo(parent.id)).toEqual([])
  })
})
