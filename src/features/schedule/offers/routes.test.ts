import { expect, test } from 'vitest'
import { classes } from '../classes/api.ts'
import { places } from '../places/api.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { offers } from './api.ts'
import { returnSeat } from './seats.ts'

const world = await openWorld()
const { cast, operator, stranger, newStudent, newClass, newPlace, fullClass, enroll, change, pause } =
  await placesFixture(world)

const centerId = cast.center
const offered = async (classId: string) =>
  (await operator.call(offers.list, { centerId })).body.filter((offer) => offer.classId === classId)

test('a freed seat is offered to the first student on the waitlist, starting with the first class they can attend', async () => {
  const { klass, holder } = await fullClass()
  const [first, second] = [await newStudent(), await newStudent()]
  const waiting = await enroll(klass, first.id, { type: 'waitlist' })
  await enroll(klass, second.id, { type: 'waitlist' })
  expect(await offered(klass.id)).toEqual([])
  await change(holder.id, { endDate: '2026-03-10' })
  const offer = {
    placeId: waiting.body._id,
    studentId: first.id,
    since: '2026-03-03',
    waiting: 2,
    from: '2026-03-17',
    day: 2,
    time: '16:30',
  }
  expect(await offered(klass.id)).toMatchObject([offer])
  const accepted = await operator.call(places.change, {
    centerId,
    placeId: offer.placeId,
    type: 'regular',
    startDate: offer.from,
  })
  expect(accepted.status).toBe(200)
  expect(await offered(klass.id)).toEqual([])
})

const send: Parameters<typeof returnSeat>[0] = async (endpoint, input, { version } = {}) => {
  const answer = await operator.call(
    endpoint,
    input,
    version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
  )
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

test('after a seat is taken back, the student is first on the waitlist again', async () => {
  const { klass, holder } = await fullClass()
  const [first, second] = [await newStudent(), await newStudent()]
  await enroll(klass, first.id, { type: 'waitlist' })
  await enroll(klass, second.id, { type: 'waitlist' })
  await change(holder.id, { endDate: '2026-03-10' })
  const before = await offered(klass.id)
  const [offer] = before
  if (!offer) throw new Error('Nothing is offered.')
  const { body: seat } = await operator.call(places.change, {
    centerId,
    placeId: offer.placeId,
    type: 'regular',
    startDate: offer.from,
    firstClass: true,
  })
  await returnSeat(send, centerId, { offer, seat })
  expect(await offered(klass.id)).toEqual(before)
})

test('a student who joins the waitlist on a later day and gives back a seat is offered it again', async () => {
  const klass = await newClass({ day: 3 })
  await enroll(klass, (await newStudent()).id, { type: 'waitlist', startDate: '2026-04-01' })
  const [offer] = await offered(klass.id)
  if (!offer) throw new Error('Nothing is offered.')
  const seat = await operator.call(places.change, {
    centerId,
    placeId: offer.placeId,
    type: 'regular',
    startDate: offer.from,
  })
  await returnSeat(send, centerId, { offer, seat: seat.body })
  expect(await offered(klass.id)).toMatchObject([
    { studentId: offer.studentId, since: '2026-04-01', from: '2026-04-01' },
  ])
})

test('a student with a future seat is no longer on the waitlist, and the next seat goes to the next student', async () => {
  const klass = await newClass({ maxSize: 2 })
  const [first, second] = [await newStudent(), await newStudent()]
  const waiting = await enroll(klass, first.id, { type: 'waitlist' })
  await enroll(klass, second.id, { type: 'waitlist' })
  expect((await offered(klass.id)).map(({ studentId }) => studentId)).toEqual([first.id])
  await change(waiting.body._id, { type: 'regular', startDate: '2026-03-24' })
  expect((await offered(klass.id)).map(({ studentId }) => studentId)).toEqual([second.id])
})

test('a break doesn’t open a seat, and an offer starts after a day filled by a guest', async () => {
  const { klass, holder } = await fullClass()
  await enroll(klass, (await newStudent()).id, { type: 'waitlist' })
  await pause(holder, '2026-03-10', '2026-03-31')
  expect(await offered(klass.id)).toEqual([])
  expect(
    (await enroll(klass, (await newStudent()).id, { type: 'trial', startDate: '2026-03-31' })).status,
  ).toBe(201)
  await change(holder.id, { endDate: '2026-03-10' })
  expect(await offered(klass.id)).toMatchObject([{ from: '2026-04-07' }])
})

test('a student who joins the waitlist on a later day is offered a seat starting on that day', async () => {
  const klass = await newClass({ day: 3 })
  await enroll(klass, (await newStudent()).id, { type: 'waitlist', startDate: '2026-04-01' })
  expect(await offered(klass.id)).toMatchObject([{ since: '2026-04-01', from: '2026-04-01' }])
})

test('an offer starts on a day when the class meets, after cancellations, closures and a change of weekday', async () => {
  const klass = await newClass()
  const { body } = await enroll(klass, (await newStudent()).id, { type: 'waitlist', startDate: '2026-06-09' })
  await world.database.write(async (db) => {
    await db`insert into closures (center_id, held_on) values (${centerId}, '2026-06-09')`
    await db`insert into class_days (center_id, class_id, held_on, canceled_at) values (${centerId}, ${klass.id}, '2026-06-16', now())`
  })
  expect(await offered(klass.id)).toMatchObject([{ from: '2026-06-23', day: 2 }])
  await operator.call(classes.change, { centerId, classId: klass.id, day: 3, from: '2026-06-22' })
  const [offer] = await offered(klass.id)
  expect(offer).toMatchObject({ from: '2026-06-24', day: 3 })
  expect((await change(body._id, { type: 'regular', startDate: offer?.from, firstClass: true })).status).toBe(
    200,
  )
})

test('inactive students on the waitlist are skipped', async () => {
  const klass = await newClass()
  const [left, next] = [await newStudent({ status: 'inactive' }), await newStudent()]
  await newPlace(klass, left.id, { type: 'waitlist' })
  await enroll(klass, next.id, { type: 'waitlist' })
  expect((await offered(klass.id)).map(({ studentId }) => studentId)).toEqual([next.id])
})

test('an ended class offers no seats, and only the center’s office sees offers', async () => {
  const klass = await newClass({ endsOn: '2026-02-24' })
  await newPlace(klass, (await newStudent()).id, { type: 'waitlist' })
  expect(await offered(klass.id)).toEqual([])
  expect((await (await world.as(null)).call(offers.list, { centerId })).status).toBe(401)
  expect((await (await world.as(await newStudent())).call(offers.list, { centerId })).status).toBe(403)
  expect((await stranger.call(offers.list, { centerId })).status).toBe(404)
  expect((await operator.call(offers.list, { centerId: '-' })).status).toBe(400)
})
