import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { emails } from '#features/emails/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { unsubscribeToken } from '#server/unsubscribe-token.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { subscriptions } from './api.ts'

const world = await openWorld()
const { database } = world

const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id: centerId } = await make.center({ id: "Zoë's Place" })
  const { id: elsewhere } = await make.center()
  const child = await make.student(centerId, { firstName: 'Sam', lastName: 'Rivera' })
  return {
    centerId,
    elsewhere,
    child,
    parent: await make.parent([child, await make.student(elsewhere)], {
      firstName: 'Pilar',
      lastName: 'Rivera',
    }),
    other: await make.parent([await make.student(centerId)]),
    manager: await make.staff('manager', centerId),
  }
})
const { centerId, elsewhere, child, parent } = cast
const nobody = await world.as(null)
const atHome = await world.as(parent)
const office = await world.as(cast.manager)
const token = await unsubscribeToken(database.read, { center: centerId, personId: parent.id })

const rows = async () =>
  await database.read<{ center: string; person: string; kind: string }[]>`
    select center_id as center, person_id as person, kind from unsubscriptions order by 1, 2, 3`
const unsubscribed = [{ center: centerId, person: parent.id, kind: 'all' }]
beforeEach(() => database.single`delete from unsubscriptions`)

describe('the link in a message', () => {
  test('changes nothing when it is opened in a browser', async () => {
    expect((await nobody.call(subscriptions.link, { token })).body).toEqual({
      center: centerId,
      wanted: true,
    })
    expect((await world.app.inject({ url: `/unsubscribe/${token}` })).statusCode).not.toBe(500)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('unsubscribes immediately when an email program posts %s, without signing in', async (type, payload) => {
    const posted = () =>
      world.app.inject({
        method: 'POST',
        url: `/unsubscribe/${token}`,
        headers: { 'content-type': type },
        payload,
      })
    expect((await posted()).statusCode).toBe(200)
    expect((await posted()).statusCode).toBe(200)
    expect(await rows()).toEqual(unsubscribed)
  })

  test('can be used on its page to unsubscribe and to subscribe again', async () => {
    expect((await nobody.call(subscriptions.end, { token })).body).toEqual({
      center: centerId,
      wanted: false,
    })
    expect(await rows()).toEqual(unsubscribed)
    expect((await nobody.call(subscriptions.link, { token })).body.wanted).toBe(false)
    expect((await nobody.call(subscriptions.end, { token, wanted: true })).body.wanted).toBe(true)
    expect(await rows()).toEqual([])
  })

  test('is refused if it was altered, joined from two links, or made for an unknown person', async () => {
    const other = await unsubscribeToken(database.read, { center: centerId, personId: cast.other.id })
    const [mine, theirs] = [token, other].map((each) => Buffer.from(each, 'base64url'))
    const mixed = Buffer.concat([theirs!.subarray(0, 16), mine!.subarray(16)]).toString('base64url')
    const stranger = await unsubscribeToken(database.read, { center: centerId, personId: newId() })
    for (const forged of [
      mixed,
      stranger,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      'x',
      token.slice(1),
    ]) {
      expect((await nobody.call(subscriptions.link, { token: forged })).status, forged).toBe(404)
      expect((await nobody.call(subscriptions.end, { token: forged })).status, forged).toBe(404)
    }
    expect(await rows()).toEqual([])
  })

  test('is the only address that accepts a form post, and ignores the form’s fields', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const wanted = await world.app.inject({
      method: 'POST',
      url: `/api/unsubscribe/${token}`,
      headers,
      payload: 'wanted=true',
    })
    expect(wanted.json()).toEqual({ center: centerId, wanted: false })
    const login = await world.app.inject({ method: 'POST', url: '/api/login', headers, payload: 'email=x' })
    expect(login.statusCode).toBe(415)
  })
})

test('a parent can unsubscribe from a center and subscribe again, and each change is in the history', async () => {
  expect((await atHome.call(subscriptions.list, {})).body).toMatchObject(
    [elsewhere, centerId].sort().map((center) => ({ center, wanted: true })),
  )
  const choose = (wanted: boolean, center = centerId) =>
    atHome.call(subscriptions.choose, { center, kind: 'all', wanted })
  expect((await choose(false)).body).toMatchObject({ center: centerId, wanted: false })
  expect(await rows()).toEqual(unsubscribed)
  expect((await choose(true)).body.wanted).toBe(true)
  await choose(true)
  expect(await rows()).toEqual([])
  const actions = await database.read`
    select action from audit where entity_id = ${parent.id} and person_id = ${parent.id} order by id`
  expect(actions.map(({ action }) => action as string)).toEqual(['mail.unsubscribe', 'mail.subscribe'])
  expect((await choose(false, 'Nowhere')).status).toBe(404)
  expect(
    (await office.call(subscriptions.choose, { center: centerId, kind: 'all', wanted: false })).status,
  ).toBe(403)
})

test('the office sees who has unsubscribed and whose address was rejected, and messages skip those who unsubscribed', async () => {
  await nobody.call(subscriptions.end, { token })
  const at = '2026-03-02T10:00:00Z'
  await database.single`update people set mail_refused_at = ${at}, mail_refusal = 'mailbox unavailable' where id = ${parent.id}`
  const { body } = await office.call(parents.one, { centerId, parentId: parent.id })
  expect(body).toMatchObject({ unsubscribed: true, refusal: { reason: 'mailbox unavailable' } })
  expect(Date.parse(body.refusal?.at ?? '')).toBe(Date.parse(at))
  const dry = await office.call(emails.send, {
    centerId,
    audience: { studentIds: [child.id] },
    subject: 'News',
    body: 'News',
    dryRun: true,
  })
  expect(dry.body).toMatchObject({
    recipients: [],
    excluded: [{ studentId: child.id, parent: 'Pilar Rivera', why: 'unsubscribed' }],
  })
})
