import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parents } from '#features/students/parents/api.ts'
import { pickups } from '#features/students/pickups/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { family } from '../api.ts'
import { familyPickups } from './api.ts'

const world = await openWorld()
const centerId = 'Maple Street'

const cast = await world.database.write(async (db) => {
  const make = factories(db)
  await make.center({ id: centerId })
  const elsewhere = await make.center()
  const [sam, ben] = [await make.student(centerId, { firstName: 'Sam' }), await make.student(centerId)]
  return {
    elsewhere,
    sam,
    ben,
    maria: await make.parent([sam], { firstName: 'Maria' }),
    pete: await make.parent([sam], { firstName: 'Pete' }),
    stranger: await make.parent([ben]),
    operator: await make.staff('operator', centerId),
  }
})
const { sam, ben } = cast
const id = sam.id

let maria: Caller
let pete: Caller
let stranger: Caller
let office: Caller
beforeAll(async () => {
  maria = await world.as(cast.maria)
  pete = await world.as(cast.pete)
  stranger = await world.as(cast.stranger)
  office = await world.as(cast.operator)
})

const add = (who: Caller, more: object = {}) =>
  who.call(familyPickups.add, { id, centerId, name: 'Rosa Diaz', relationship: 'grandmother', ...more })
const listOf = async (who: Caller) =>
  (await who.call(familyPickups.list, { id })).body.map(({ name, phone, mine }) => [name, phone, mine])
const ofOffice = async () => (await office.call(pickups.list, { centerId, studentId: id })).body

describe('people who may pick up a child', () => {
  test('can be added by a parent, and are shown to the office and, without their phone numbers, to the other parent', async () => {
    const { status, body } = await add(maria, { phone: '518-555-0142' })
    expect([status, body]).toMatchObject([
      201,
      { name: 'Rosa Diaz', relationship: 'grandmother', mine: true },
    ])
    expect(await listOf(maria)).toEqual([['Rosa Diaz', '+15185550142', true]])
    expect(await listOf(pete)).toEqual([['Rosa Diaz', '', false]])
    expect(await ofOffice()).toMatchObject([
      { name: 'Rosa Diaz', phone: '+15185550142', addedBy: expect.stringMatching(/^Maria/) },
    ])
  })

  test('can be removed by the parent who added them or by the office, but not by another parent', async () => {
    const [first] = (await pete.call(familyPickups.list, { id })).body
    const pickupId = first?._id ?? ''
    expect((await pete.call(familyPickups.remove, { id, pickupId })).status).toBe(404)
    expect((await stranger.call(familyPickups.remove, { id, pickupId })).status).toBe(404)
    expect(await listOf(maria)).toHaveLength(1)
    expect((await maria.call(familyPickups.remove, { id, pickupId })).status).toBe(204)
    expect((await maria.call(familyPickups.remove, { id, pickupId })).status).toBe(404)
    const { body } = await office.call(pickups.add, { centerId, studentId: id, name: 'Neighbor' })
    expect((await maria.call(familyPickups.remove, { id, pickupId: body._id })).status).toBe(404)
    expect((await office.call(pickups.remove, { centerId, studentId: id, pickupId: body._id })).status).toBe(
      204,
    )
    expect(await ofOffice()).toEqual([])
  })

  test.each([
    ['no name', { name: ' ' }, 422],
    ['an invalid phone number', { phone: '12' }, 422],
    ['a center of another family', { centerId: cast.elsewhere.id }, 404],
    ['another family’s child', { id: ben.id }, 404],
  ])('are refused with %s', async (_, more, status) => expect((await add(maria, more)).status).toBe(status))

  test('are limited to eight', async () => {
    for (let at = 0; at < 8; at += 1) expect((await add(maria, { name: `Person ${at}` })).status).toBe(201)
    expect((await add(maria, { name: 'One more' })).body).toMatchObject({ code: 'too_many' })
    expect((await office.call(pickups.add, { centerId, studentId: id, name: 'One more' })).status).toBe(409)
  })

  describe('when a parent loses permission to pick up the child', () => {
    /** Changes whether Pete, who still sees the child, may pick Sam up. */
    const allow = async (pickup: boolean) => {
      const parentId = cast.pete.id
      const changed = await office.call(parents.changeLink, { centerId, studentId: id, parentId, pickup })
      expect(changed.status).toBe(200)
    }
    beforeEach(() => world.database.single`delete from pickup_people`)
    afterEach(() => allow(true))

    test('can no longer be added by that parent, who isn’t shown a form to do so', async () => {
      expect((await pete.call(family.child, { id })).body.pickupCenters).toEqual([centerId])
      await allow(false)
      expect((await pete.call(family.child, { id })).body.pickupCenters).toEqual([])
      expect((await add(pete)).body).toMatchObject({ status: 409, code: 'may_not_pick_up' })
      expect(await ofOffice()).toEqual([])
    })

    test('are hidden from the office and the other parent if that parent added them', async () => {
      const named = { name: 'New partner' }
      await add(maria)
      expect((await add(pete, named)).status).toBe(201)
      await allow(false)
      for (const list of [await ofOffice(), (await maria.call(familyPickups.list, { id })).body])
        expect(list.map(({ name }) => name)).toEqual(['Rosa Diaz'])
      await allow(true)
      expect(await ofOffice()).toHaveLength(2)
      const link = { centerId, studentId: id, parentId: cast.pete.id }
      expect((await office.call(parents.endLink, link)).status).toBe(204)
      expect((await ofOffice()).map(({ name }) => name)).toEqual(['Rosa Diaz'])
      await world.database.single`update parent_links set ended_at = null where parent_id = ${cast.pete.id}`
    })
  })

  test('appear in the student’s history', async () => {
    const log = await world.database.read`
      select action from audit where action like 'pickups.%' and entity_id = ${id} order by id limit 3`
    expect(log.map(({ action }) => action as string)).toEqual([
      'pickups.add',
      'pickups.remove',
      'pickups.add',
    ])
  })
})
