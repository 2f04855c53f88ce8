import { v7 as newId } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { family } from '../api.ts'
import { places } from '#features/schedule/places/api.ts'
import { setClock } from '#server/clock.ts'
import { openFamilies } from '#tests/absence-fixture.ts'
import { factories } from '#tests/factories.ts'

const { world, centerId, office, newFamily } = await openFamilies()
const { write } = world.database
const now = '2026-03-03 16:45'
/** Date of the family's class, at 4:30 PM. */
const thursday = '2026-03-05'

afterEach(async () => {
  setClock(now)
  await world.database.single`update centers set makeup_rule = 'notice' where id = ${centerId}`
})

describe('a reported absence', () => {
  test.each([
    ['gives a credit if reported exactly 24 hours ahead', '2026-03-04 16:30', 'credit', [['open', 'notice']]],
    ['gives no credit if reported a minute later', '2026-03-04 16:31', 'late', []],
    ['gives no credit if reported a minute before the class', '2026-03-05 16:29', 'late', []],
  ])('%s', async (_, moment, follows, left) => {
    const { tell, credits } = await newFamily()
    setClock(moment)
    expect(await tell(thursday)).toMatchObject({ status: 201, body: { follows } })
    expect(await credits()).toEqual(left)
  })

  test.each([
    // The clocks go forward on the night before Sunday, March 8, so the same local time on the day before is
    // only 23 hours earlier.
    ['2026-03-07 16:30', '2026-03-08', 'late', 23],
    ['2026-03-07 15:30', '2026-03-08', 'credit', 24],
    // The clocks go back on the night before November 1, so the same local time on the day before is 25 hours
    // earlier.
    ['2026-10-31 17:30', '2026-11-01', 'credit', 24],
    ['2026-10-31 17:31', '2026-11-01', 'late', 23],
  ])(
    'has its notice measured in elapsed hours when the clocks change: reporting at %s for %s results in “%s”',
    async (moment, sunday, follows, hoursAhead) => {
      setClock(moment)
      const { tell } = await newFamily({ day: 0 })
      expect((await tell(sunday)).body).toMatchObject({ follows, hoursAhead })
    },
  )

  test.each([
    ['never', '2026-03-03 16:45', 'none', []],
    ['always', '2026-03-05 16:00', 'credit', [['open', 'absent']]],
  ])('follows the center’s rule on giving credits: %s', async (rule, moment, follows, left) => {
    await world.database.single`update centers set makeup_rule = ${rule} where id = ${centerId}`
    setClock(moment)
    const { tell, credits } = await newFamily()
    expect((await tell(thursday)).body.follows).toBe(follows)
    expect(await credits()).toEqual(left)
  })

  test('from a trial gives no credit', async () => {
    const { tell, credits } = await newFamily({ type: 'trial', on: thursday })
    expect(await tell(thursday)).toMatchObject({ status: 201, body: { follows: 'none' } })
    expect(await credits()).toEqual([])
  })

  async function makeUp() {
    const guest = await newFamily({ type: 'make-up', on: thursday })
    await world.database.single`
      insert into credits (center_id, id, student_id, class_id, missed_on, reason, expires_on, place_id)
      values (${centerId}, ${newId()}, ${guest.child.id}, ${guest.klass.id}, '2026-02-26', 'notice', '2026-04-30', ${guest.place.id})`
    return guest
  }

  test('from a make-up reopens the credit if it is reported in time, until the report is withdrawn', async () => {
    const { tell, withdraw, credits } = await makeUp()
    expect(await credits()).toEqual([['booked', 'notice']])
    expect(await tell(thursday)).toMatchObject({ status: 201, body: { follows: 'reopened' } })
    expect(await credits()).toEqual([['open', 'notice']])
    expect((await withdraw(thursday)).status).toBe(204)
    expect(await credits()).toEqual([['booked', 'notice']])
  })

  test('can’t be withdrawn once the reopened credit is booked for another day', async () => {
    const { tell, withdraw, credits, child } = await makeUp()
    await tell(thursday)
    const other = await write((db) => factories(db).klass(centerId, { day: 5 }))
    const makeUpThen = {
      centerId,
      classId: other.id,
      studentId: child.id,
      type: 'make-up' as const,
      startDate: '2026-03-06',
    }
    expect((await office.call(places.enroll, makeUpThen)).status).toBe(201)
    expect((await withdraw(thursday)).status).toBe(404)
    expect(await credits()).toEqual([['booked', 'notice']])
  })

  test('gives no credit beyond the center’s limit, which the parent sees before and after reporting', async () => {
    const { tell, credits, mother, child, withdraw } = await newFamily()
    for (const on of ['2026-03-05', '2026-03-12', '2026-03-19'])
      expect((await tell(on)).body.follows).toBe('credit')
    const { coming } = (await mother.call(family.child, { id: child.id })).body
    expect(coming.map(({ on, follows }) => [on, follows])).toEqual([
      ['2026-03-05', 'credit'],
      ['2026-03-12', 'credit'],
      ['2026-03-19', 'credit'],
      ['2026-03-26', 'enough'],
    ])
    expect(await tell('2026-03-26')).toMatchObject({ status: 201, body: { follows: 'enough' } })
    expect(await credits()).toEqual([
      ['void', 'notice'],
      ...Array.from({ length: 3 }, () => ['open', 'notice']),
    ])
    expect((await withdraw('2026-03-26')).status).toBe(204)
  })

  test('from a make-up uses up the credit if it is reported too late', async () => {
    const { tell, credits, withdraw } = await makeUp()
    setClock('2026-03-05 10:00')
    expect(await tell(thursday)).toMatchObject({ status: 201, body: { follows: 'spent' } })
    expect(await credits()).toEqual([['forfeited', 'notice']])
    expect((await withdraw(thursday)).status).toBe(204)
    expect(await credits()).toEqual([['booked', 'notice']])
  })
})
