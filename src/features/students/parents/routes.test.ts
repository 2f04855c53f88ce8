import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { people } from '#features/accounts/people/api.ts'
import { family } from '#features/family/api.ts'
import { students } from '../api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { parents } from './api.ts'

const world = await openWorld()
const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    return {
      centerId: north.id,
      southId: south.id,
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
      admin: await make.staff('admin', null),
      editor: await make.staff('editor', north.id),
    }
  })
let cast: Awaited<ReturnType<typeof makeCast>>
let operator: Caller
let centerId: string

beforeAll(async () => {
  cast = await makeCast()
  centerId = cast.centerId
  operator = await world.as(cast.operator)
})

/** Creates a mother with two children at this center, with a password unless `signsIn` is false. */
const newFamily = ({ signsIn = true } = {}) =>
  world.database.write(async (db) => {
    const make = factories(db)
    const [ana, ben] = [
      await make.student(centerId, { firstName: 'Ana', lastName: 'Lima' }),
      await make.student(centerId, { firstName: 'Ben', lastName: 'Lima' }),
    ]
    const mother = await make.parent([ana, ben], { firstName: 'Maria', lastName: 'Lima' })
    if (!signsIn) await db`update people set password_hash = null where id = ${mother.id}`
    return { ana, ben, mother, link: { centerId, studentId: ana.id, parentId: mother.id } }
  })
const one = async (parentId: string) => (await operator.call(parents.one, { centerId, parentId })).body
const trail = async (entity: string) =>
  (
    await world.database.read`select action, before, after from audit where entity_id = ${entity} order by id`
  ).slice()

describe('a parent', () => {
  test('is shown with their children at this center and the rights for each', async () => {
    const { mother, ana, ben } = await newFamily()
    await world.database.write(async (db) => {
      const make = factories(db)
      const there = await make.student(cast.southId)
      await db`insert into parent_links (center_id, student_id, parent_id) values (${cast.southId}, ${there.id}, ${mother.id})`
    })
    const { status, body } = await operator.call(parents.one, { centerId, parentId: mother.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      firstName: 'Maria',
      lastName: 'Lima',
      email: mother.email,
      account: 'active',
    })
    expect(body.children).toMatchObject([
      {
        studentId: ana.id,
        firstName: 'Ana',
        relationship: 'mother',
        phone: '+15551234567',
        portal: true,
        contact: true,
        pickup: true,
        mails: true,
      },
      { studentId: ben.id, firstName: 'Ben' },
    ])
  })

  test('is not found without a child at this center, or by another center’s office; families and editors are refused', async () => {
    const { mother } = await newFamily()
    const input = { centerId, parentId: mother.id }
    expect((await (await world.as(cast.stranger)).call(parents.one, input)).status).toBe(404)
    expect(
      (await (await world.as(cast.stranger)).call(parents.one, { ...input, centerId: cast.southId })).status,
    ).toBe(404)
    expect((await operator.call(parents.one, { ...input, parentId: newId() })).status).toBe(404)
    expect((await operator.call(parents.one, { ...input, parentId: cast.editor.id })).status).toBe(404)
    for (const who of [mother, cast.editor])
      expect((await (await world.as(who)).call(parents.one, input)).status).toBe(403)
  })

  test('can be renamed, but not if someone else has changed them since', async () => {
    const { mother } = await newFamily()
    const before = await one(mother.id)
    const change = { centerId, parentId: mother.id, firstName: 'Mary' }
    const done = await operator.call(parents.change, change, {
      headers: { 'if-match': `"${before.version}"` },
    })
    expect([done.status, done.body]).toMatchObject([
      200,
      { firstName: 'Mary', lastName: 'Lima', email: mother.email },
    ])
    expect(done.headers['etag']).toBe(`"${done.body.version}"`)
    const late = await operator.call(
      parents.change,
      { ...change, firstName: 'Eva' },
      { headers: { 'if-match': `"${before.version}"` } },
    )
    expect([late.status, late.body]).toMatchObject([412, { current: { firstName: 'Mary' } }])
    expect((await operator.call(parents.change, change)).body.version).toBe(done.body.version)
    expect(await trail(mother.id)).toEqual([
      { action: 'students.changeParent', before: { firstName: 'Maria' }, after: { firstName: 'Mary' } },
    ])
    expect((await operator.call(parents.change, { ...change, firstName: ' ' })).status).toBe(422)
  })

  test('can be switched to another language for messages, even with a child at another center', async () => {
    const { mother } = await newFamily()
    await world.database.write(async (db) => {
      const there = await factories(db).student(cast.southId)
      await db`insert into parent_links (center_id, student_id, parent_id) values (${cast.southId}, ${there.id}, ${mother.id})`
    })
    const input = { centerId, parentId: mother.id }
    expect((await operator.call(parents.change, { ...input, language: 'es' })).body.language).toBe('es')
    expect((await operator.call(parents.change, { ...input, firstName: 'Mia' })).body).toMatchObject({
      status: 409,
    })
    expect((await one(mother.id)).language).toBe('es')
    expect((await trail(mother.id)).at(-1)).toMatchObject({
      action: 'students.changeParent',
      before: { language: null },
      after: { language: 'es' },
    })
  })

  test('can be given a different email address until they have signed in; the change voids a pending invitation', async () => {
    const used = await newFamily()
    const refused = await operator.call(parents.change, {
      centerId,
      parentId: used.mother.id,
      email: `${newId()}@new.example`,
    })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'in_use' }])
    const { mother } = await newFamily({ signsIn: false })
    await operator.call(people.inviteParent, { centerId, parentId: mother.id })
    const email = `${newId()}@new.example`
    expect(
      (await operator.call(parents.change, { centerId, parentId: mother.id, email })).body,
    ).toMatchObject({
      email,
      account: 'invited',
    })
    const links = await world.database.read`select used_at from sign_in_links where person_id = ${mother.id}`
    expect(links.every(({ usedAt }) => usedAt !== null)).toBe(true)
    const taken = await operator.call(parents.change, {
      centerId,
      parentId: mother.id,
      email: used.mother.email.toUpperCase(),
    })
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'email_taken' }])
  })

  test('can’t be given a different email address while another center is asking for their consent', async () => {
    const { mother } = await newFamily({ signsIn: false })
    await operator.call(people.inviteParent, { centerId, parentId: mother.id })
    const child = await world.database.write((db) => factories(db).student(cast.southId))
    const stranger = await world.as(cast.stranger)
    const response = await stranger.call(students.addParent, {
      centerId: cast.southId,
      studentId: child.id,
      firstName: 'Maria',
      lastName: 'Lima',
      email: mother.email,
      relationship: 'mother',
      phone: '',
      phoneType: 'mobile',
    })
    expect(response).toMatchObject({ status: 201, body: { waiting: true } })
    const taken = await operator.call(parents.change, {
      centerId,
      parentId: mother.id,
      email: `${newId()}@evil.example`,
    })
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'child_elsewhere' }])
  })

  test('with a child at another center can be given a different email address only by someone with access to both centers', async () => {
    const { mother } = await newFamily({ signsIn: false })
    await world.database.write(async (db) => {
      const there = await factories(db).student(cast.southId)
      await db`insert into parent_links (center_id, student_id, parent_id) values (${cast.southId}, ${there.id}, ${mother.id})`
    })
    const input = { centerId, parentId: mother.id, email: `${newId()}@new.example` }
    expect((await operator.call(parents.change, input)).body).toMatchObject({ code: 'child_elsewhere' })
    expect((await (await world.as(cast.admin)).call(parents.change, input)).status).toBe(200)
  })
})

describe('the rights of a parent for a child', () => {
  test.each(['portal', 'contact', 'pickup'] as const)(
    '%s is granted and revoked for this child only',
    async (right) => {
      const { link, ben, mother } = await newFamily()
      const off = await operator.call(parents.changeLink, { ...link, [right]: false })
      expect(off.status).toBe(200)
      expect(off.body.children.map((child) => child[right])).toEqual([false, true])
      expect(off.body.children.find(({ studentId }) => studentId === ben.id)).toMatchObject({
        portal: true,
        contact: true,
        pickup: true,
      })
      const on = await operator.call(parents.changeLink, { ...link, [right]: true })
      expect(on.body.children[0]).toMatchObject({ portal: true, contact: true, pickup: true })
      expect(await trail(link.studentId)).toMatchObject([
        {
          action: 'students.changeParentLink',
          before: { parentId: mother.id, [right]: true },
          after: { [right]: false },
        },
        { after: { [right]: true } },
      ])
    },
  )

  test('the child’s record shows whether each parent may pick up the child', async () => {
    const { link, mother } = await newFamily()
    const mayFetch = async () => {
      const { body } = await operator.call(students.one, {
        centerId: link.centerId,
        studentId: link.studentId,
      })
      return body.parents.find(({ _id }) => _id === mother.id)?.pickup
    }
    expect(await mayFetch()).toBe(true)
    await operator.call(parents.changeLink, { ...link, pickup: false })
    expect(await mayFetch()).toBe(false)
  })

  test('a parent without the portal right can’t see the child', async () => {
    const { link, mother, ben } = await newFamily()
    await operator.call(parents.changeLink, { ...link, portal: false })
    const parent = await world.as(mother)
    expect((await parent.call(family.children, {})).body.map(({ _id }) => _id)).toEqual([ben.id])
    expect((await parent.call(family.child, { id: link.studentId })).status).toBe(404)
  })

  test('changing a parent’s phone or relationship gives the student a new version', async () => {
    const { link } = await newFamily()
    const before = (await operator.call(students.one, { centerId, studentId: link.studentId })).body
    const { body } = await operator.call(parents.changeLink, {
      ...link,
      relationship: 'guardian',
      phone: '(212) 555-0188',
      phoneType: 'work',
    })
    expect(body.children[0]).toMatchObject({
      relationship: 'guardian',
      phone: '+12125550188',
      phoneType: 'work',
    })
    const after = (await operator.call(students.one, { centerId, studentId: link.studentId })).body
    expect([after.version > before.version, after.parents[0]?.phone]).toEqual([true, '+12125550188'])
    const same = await operator.call(parents.changeLink, { ...link, phone: '2125550188' })
    expect(same.body.version).toBe(body.version)
    const stale = await operator.call(
      parents.changeLink,
      { ...link, pickup: false },
      { headers: { 'if-match': `"${body.version - 1}"` } },
    )
    expect(stale.status).toBe(412)
    expect((await operator.call(parents.changeLink, { ...link, relationship: 'aunt' } as never)).status).toBe(
      400,
    )
  })

  test('ending a link immediately removes the parent’s access to this child only', async () => {
    const { link, mother, ben } = await newFamily()
    const parent = await world.as(mother)
    expect((await operator.call(parents.endLink, link)).status).toBe(204)
    expect((await parent.call(family.children, {})).body.map(({ _id }) => _id)).toEqual([ben.id])
    expect((await one(mother.id)).children.map(({ studentId }) => studentId)).toEqual([ben.id])
    expect((await operator.call(students.one, { centerId, studentId: link.studentId })).body.parents).toEqual(
      [],
    )
    expect((await operator.call(parents.endLink, link)).status).toBe(404)
    expect((await operator.call(parents.changeLink, { ...link, pickup: true })).status).toBe(404)
    expect(await trail(link.studentId)).toMatchObject([
      { action: 'students.endParent', before: { parentId: mother.id } },
    ])
    await operator.call(parents.endLink, { ...link, studentId: ben.id })
    expect((await operator.call(parents.one, { centerId, parentId: mother.id })).status).toBe(404)
  })

  test('can be changed only by the center’s office', async () => {
    const { link, mother } = await newFamily()
    const stranger = await world.as(cast.stranger)
    expect((await stranger.call(parents.changeLink, { ...link, pickup: false })).status).toBe(404)
    expect((await stranger.call(parents.endLink, { ...link, centerId: cast.southId })).status).toBe(404)
    expect(
      (await operator.call(parents.changeLink, { ...link, studentId: newId(), pickup: false })).status,
    ).toBe(404)
    expect((await (await world.as(mother)).call(parents.changeLink, { ...link, portal: true })).status).toBe(
      403,
    )
  })
})
