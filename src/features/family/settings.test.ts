import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { emails } from '#features/emails/api.ts'
import { practice } from '#features/practice/api.ts'
import { students } from '#features/students/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { family } from './api.ts'

/**
 * Settings that parents and students can change themselves, and the office's endpoints whose URL doesn't name
 * the center (spec §7).
 */
const world = await openWorld()

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const [child, neighbor] = [
      await make.student(north.id, { firstName: 'Ada' }),
      await make.student(north.id),
    ]
    const far = await make.student(south.id)
    return {
      centerId: north.id,
      southId: south.id,
      child,
      neighbor,
      far,
      parent: await make.parent([child], { firstName: 'Grace' }),
      father: await make.parent([child], { firstName: 'Vincent' }),
      farParent: await make.parent([far]),
      operator: await make.staff('operator', north.id),
      admin: await make.staff('admin', null),
    }
  })
}
let cast: Awaited<ReturnType<typeof makeCast>>
const trail = async (entity: string) =>
  (
    await world.database.read`select action, before, after from audit where entity_id = ${entity} order by id`
  ).slice()

beforeAll(async () => {
  cast = await makeCast()
})

describe('a parent', () => {
  test('can change the child’s avatar, which is recorded once; repeating the change has no effect', async () => {
    const parent = await world.as(cast.parent)
    const before = await parent.call(family.child, { id: cast.child.id })
    const headers = { 'if-match': `"${before.body.settings.version}"` }
    const { status, body } = await parent.call(
      family.changeChild,
      { id: cast.child.id, avatar: 'fox_face' },
      { headers },
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      _id: cast.child.id,
      avatar: 'fox_face',
      mails: true,
      version: before.body.settings.version + 1,
    })
    expect((await parent.call(family.changeChild, { id: cast.child.id, avatar: 'fox_face' })).body).toEqual(
      body,
    )
    expect(await trail(cast.child.id)).toMatchObject([
      { action: 'family.changeChild', after: { parentId: cast.parent.id, avatar: 'fox_face' } },
    ])
    const again = await parent.call(family.changeChild, { id: cast.child.id, avatar: 'panda' }, { headers })
    expect(again.status).toBe(412)
    expect(again.body).toMatchObject({ current: { avatar: 'fox_face', version: body.version } })
  })

  test('can turn off email about the child, while the other parent still gets it', async () => {
    const [father, operator] = [await world.as(cast.father), await world.as(cast.operator)]
    const audience = { studentIds: [cast.child.id] }
    const send = {
      centerId: cast.centerId,
      audience,
      subject: 'News',
      body: 'Hello {{parent}}',
      dryRun: true,
    }
    expect((await father.call(family.changeChild, { id: cast.child.id, mails: false })).body.mails).toBe(
      false,
    )
    const off = await operator.call(emails.send, send)
    expect(off.body.recipients.map(({ parentId }) => parentId)).toEqual([cast.parent.id])
    expect(off.body.excluded).toMatchObject([{ studentId: cast.child.id, why: 'no mail wanted' }])
    expect((await father.call(family.child, { id: cast.child.id })).body.settings.mails).toBe(false)
    await father.call(family.changeChild, { id: cast.child.id, mails: true })
    expect((await operator.call(emails.send, send)).body.recipients).toHaveLength(2)
  })

  test('can change settings only for their own child, with valid values and portal access', async () => {
    const parent = await world.as(cast.parent)
    for (const id of [cast.neighbor.id, cast.far.id, newId()])
      expect((await parent.call(family.changeChild, { id, mails: false })).status).toBe(404)
    expect((await parent.call(family.changeChild, { id: cast.child.id })).status).toBe(422)
    expect(
      (await parent.call(family.changeChild, { id: cast.child.id, avatar: 'dragon' as never })).status,
    ).toBe(400)
    expect(
      (await (await world.as(cast.child)).call(family.changeChild, { id: cast.child.id, mails: false }))
        .status,
    ).toBe(403)
    await world.database.single`update parent_links set portal = false where parent_id = ${cast.father.id}`
    const father = await world.as(cast.father)
    expect((await father.call(family.changeChild, { id: cast.child.id, mails: false })).status).toBe(404)
    await world.database.single`update parent_links set portal = true where parent_id = ${cast.father.id}`
  })
})

describe('a student', () => {
  test('can change their own avatar, based on its version, and nothing else', async () => {
    const student = await world.as(cast.neighbor)
    const { version } = (await student.call(practice.self, {})).body
    const headers = { 'if-match': `"${version}"` }
    const { status, body } = await student.call(practice.change, { avatar: 'panda' }, { headers })
    expect(status).toBe(200)
    expect(body).toEqual({
      _id: cast.neighbor.id,
      firstName: expect.any(String),
      lastName: expect.any(String),
      avatar: 'panda',
      version: version + 1,
    })
    expect(await trail(cast.neighbor.id)).toMatchObject([
      { action: 'accounts.change', after: { avatar: 'panda' } },
    ])
    expect((await student.call(practice.change, { avatar: 'fox_face' }, { headers })).status).toBe(412)
    expect((await student.call(practice.change, { avatar: 'dragon' as never })).status).toBe(400)
    expect((await (await world.as(cast.parent)).call(practice.change, { avatar: 'panda' })).status).toBe(403)
  })
})

describe('the office, at a URL that doesn’t name the center', () => {
  test('can change a student’s name, note and avatar', async () => {
    const operator = await world.as(cast.operator)
    const input = { firstName: 'Adele', note: 'Likes chess.', avatar: 'panda' as const }
    const { status, body } = await operator.call(students.changeInfo, { id: cast.child.id, ...input })
    expect(status).toBe(200)
    expect(body).toMatchObject({ info: input, center: { id: cast.centerId } })
    const stale = await operator.call(
      students.changeInfo,
      { id: cast.child.id, note: '' },
      { headers: { 'if-match': '"1"' } },
    )
    expect(stale.status).toBe(412)
    expect((await operator.call(students.changeInfo, { id: cast.far.id, note: 'x' })).status).toBe(404)
    expect((await operator.call(students.changeInfo, { id: cast.child.id, firstName: ' ' })).status).toBe(422)
  })

  test('can change the name but not the note of a student who is at two of the caller’s centers', async () => {
    const admin = await world.as(cast.admin)
    await world.database.single`
      insert into students (center_id, id, student_num, status) select ${cast.southId}, id, '9001', 'active' from students where id = ${cast.child.id}
    `
    expect((await admin.call(students.changeInfo, { id: cast.child.id, note: 'x' })).status).toBe(409)
    expect(
      (await admin.call(students.changeInfo, { id: cast.child.id, lastName: 'Lovelace' })).body.info.lastName,
    ).toBe('Lovelace')
    expect(
      (await (await world.as(cast.operator)).call(students.changeInfo, { id: cast.child.id, note: 'y' }))
        .status,
    ).toBe(200)
  })

  test('finds a parent’s children only at the caller’s own centers', async () => {
    const operator = await world.as(cast.operator)
    const { status, body } = await operator.call(parents.children, { id: cast.parent.id })
    expect(status).toBe(200)
    expect(body).toMatchObject([{ studentId: cast.child.id, centerId: cast.centerId, portal: true }])
    for (const id of [cast.farParent.id, cast.child.id, newId()])
      expect((await operator.call(parents.children, { id })).status).toBe(404)
    expect(
      (await (await world.as(cast.admin)).call(parents.children, { id: cast.farParent.id })).body,
    ).toMatchObject([{ centerId: cast.southId }])
    expect((await (await world.as(cast.parent)).call(parents.children, { id: cast.parent.id })).status).toBe(
      403,
    )
  })
})
