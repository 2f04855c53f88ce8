import { beforeEach, describe, expect, test } from 'vitest'
import { family } from '#features/family/api.ts'
import { students } from '#features/students/api.ts'
import { studentImports } from '#features/students/import/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { accounts } from '../api.ts'
import { people } from '../people/api.ts'
import { sweep } from '#server/sweep.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { consents, requests } from './api.ts'
import { allJobsDone } from '#tests/eventually.ts'

const world = await openWorld()
const { database } = world
const make = <T>(work: (make: ReturnType<typeof factories>) => Promise<T>) =>
  database.write((db) => work(factories(db)))

const cast = await make(async (of) => {
  const [north, south] = [(await of.center()).id, (await of.center()).id]
  const [nora, there] = [await of.student(north, { firstName: 'Nora' }), await of.student(south)]
  return {
    north,
    south,
    nora,
    there,
    manager: await of.staff('manager', north),
    operator: await of.staff('operator', north),
    stranger: await of.staff('operator', south),
    admin: await of.staff('admin', null),
  }
})
const [manager, operator, stranger] = await Promise.all(
  [cast.manager, cast.operator, cast.stranger].map((who) => world.as(who)),
)
const { north: centerId, nora } = cast
beforeEach(() => database.single`delete from failed_tries`.then(() => {}))

/** Creates a parent who signs in and has a child at the other center. */
const foreignParent = () =>
  make((of) => of.parent([cast.there], { firstName: 'Secret', lastName: 'Surname' }))
const typed = {
  firstName: 'Maria',
  lastName: 'Lima',
  phone: '(212) 555-0188',
  relationship: 'mother' as const,
}
const addParent = (email: string, studentId = nora.id) =>
  operator!.call(students.addParent, { centerId, studentId, ...typed, email })
const sentAbout = async (studentId = nora.id) =>
  (await operator!.call(requests.sent, { centerId, studentId })).body
const childrenOf = async (caller: Caller) =>
  (await caller.call(family.children, {})).body.map(({ firstName }) => firstName)
const mailsTo = async (id: string) => {
  await allJobsDone(database)
  return await database.read<
    { purpose: string; body: string }[]
  >`select purpose, body from mail where person_id = ${id} order by id`
}

describe('a request to link a child to a parent’s account', () => {
  test('waits for the parent, who sees it, accepts it and is then linked to the child', async () => {
    const parent = await foreignParent()
    const caller = await world.as(parent)
    const response = await addParent(parent.email)
    expect(response).toMatchObject({
      status: 201,
      body: { name: 'Maria Lima', email: parent.email, account: 'none', waiting: true },
    })
    expect(response.text).not.toMatch(new RegExp(`Secret|Surname|${parent.id}`))
    expect((await operator!.call(students.one, { centerId, studentId: nora.id })).body.parents).toEqual([])
    expect(await childrenOf(caller)).not.toContain('Nora')
    expect(await sentAbout()).toMatchObject([
      { firstName: 'Maria', lastName: 'Lima', email: parent.email, declinedAt: null, againAt: null },
    ])

    const { body: mine } = await caller.call(requests.mine, {})
    expect(mine).toMatchObject([{ centerId, child: 'Nora', duty: null, fits: true }])
    const [mail] = await mailsTo(parent.id)
    expect(mail).toMatchObject({
      purpose: 'request',
      body: expect.stringContaining(`${centerId} would like to add a child`),
    })
    expect(mail?.body).not.toContain('Nora')

    expect((await caller.call(consents.answer, { id: mine[0]!._id, accept: true })).status).toBe(204)
    expect(await childrenOf(caller)).toContain('Nora')
    expect(await sentAbout()).toEqual([])
    expect((await operator!.call(students.one, { centerId, studentId: nora.id })).body.parents).toMatchObject(
      [{ _id: parent.id, phone: '+12125550188', relationship: 'mother' }],
    )
    expect((await caller.call(consents.answer, { id: mine[0]!._id, accept: true })).status).toBe(404)
    const trail =
      await database.read`select action, person_id from audit where entity_id = ${nora.id} and action like any(array['requests.%', '%.askParent'])`
    expect([...trail]).toEqual([
      { action: 'students.askParent', personId: cast.operator.id },
      { action: 'requests.accept', personId: parent.id },
    ])
    await operator!.call(parents.endLink, { centerId, studentId: nora.id, parentId: parent.id })
  })

  test('is shown to the center as declined, and can’t be sent again or removed for seven days', async () => {
    const parent = await foreignParent()
    const caller = await world.as(parent)
    await addParent(parent.email)
    expect(await mailsTo(parent.id)).toHaveLength(1)
    const [mine] = (await caller.call(requests.mine, {})).body
    expect((await caller.call(consents.answer, { id: mine!._id, accept: false })).status).toBe(204)
    const [declined] = await sentAbout()
    const { declinedAt, againAt } = declined!
    expect(Date.parse(againAt!) - Date.parse(declinedAt!)).toBe(7 * 86_400_000)
    expect((await caller.call(requests.mine, {})).body).toEqual([])
    const refused = {
      status: 409,
      body: {
        code: 'declined_lately',
        message: expect.stringMatching(/^This request was declined\. .* starting \w+ \d/),
      },
    }
    expect(await addParent(parent.email)).toMatchObject(refused)
    expect(await operator!.call(requests.withdraw, { centerId, id: declined!._id })).toMatchObject(refused)
    expect(await addParent(parent.email)).toMatchObject(refused)
    expect(await sentAbout()).toEqual([declined])
    expect((await caller.call(requests.mine, {})).body).toEqual([])
    expect(await mailsTo(parent.id)).toHaveLength(1)
    await database.single`update account_requests set declined_at = declined_at - interval '7 days'`
    expect(await sentAbout()).toMatchObject([{ againAt: null }])
    expect((await addParent(parent.email)).status).toBe(201)
    const [again] = await sentAbout()
    expect(again).toMatchObject({ declinedAt: null, againAt: null })
    expect((await operator!.call(requests.withdraw, { centerId, id: again!._id })).status).toBe(204)
    expect((await caller.call(consents.answer, { id: again!._id, accept: true })).status).toBe(404)
    expect(await childrenOf(caller)).not.toContain('Nora')
  })

  test('is stored once even if it is sent twice, and only the owner of the account can answer it', async () => {
    const [parent, other] = [await foreignParent(), await foreignParent()]
    expect([
      (await addParent(parent.email)).status,
      (await addParent(parent.email.toUpperCase())).status,
    ]).toEqual([201, 201])
    const [sent, ...more] = await sentAbout()
    expect(more).toEqual([])
    expect(await mailsTo(parent.id)).toHaveLength(1)
    for (const who of [other, cast.manager, cast.admin, nora])
      expect(
        (await (await world.as(who)).call(consents.answer, { id: sent!._id, accept: true })).status,
      ).toBe(404)
    expect((await stranger!.call(requests.withdraw, { centerId, id: sent!._id })).status).toBe(404)
    expect((await stranger!.call(requests.withdraw, { centerId: cast.south, id: sent!._id })).status).toBe(
      404,
    )
    expect((await stranger!.call(requests.sent, { centerId })).status).toBe(404)
    expect((await operator!.call(requests.withdraw, { centerId, id: sent!._id })).status).toBe(204)
  })

  test('gets the same response for every account that the center doesn’t know, of any kind, used or unused', async () => {
    const others = await make(async (of) => {
      const unused = await of.parent([cast.there])
      return {
        unused,
        parent: await of.parent([cast.there]),
        student: cast.there,
        staff: cast.stranger,
        admin: cast.admin,
      }
    })
    await database.single`update people set password_hash = null where id = ${others.unused.id}`
    const answers = await Promise.all(Object.values(others).map(({ email }) => addParent(email)))
    const shapes = answers.map(({ status, body: { _id, email: _, updated: __, ...body } }) => ({
      status,
      hasId: Boolean(_id),
      body,
    }))
    expect(new Set(shapes.map((each) => JSON.stringify(each))).size).toBe(1)
    await allJobsDone(database)
    await database.single`delete from account_requests`
  })

  test('can’t be accepted by an account of another kind', async () => {
    await addParent(cast.stranger.email)
    const { body: mine } = await stranger!.call(requests.mine, {})
    expect(mine).toMatchObject([{ fits: false }])
    const refused = await stranger!.call(consents.answer, { id: mine[0]!._id, accept: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'other_kind' } })
    expect((await stranger!.call(consents.answer, { id: mine[0]!._id, accept: false })).status).toBe(204)
    await database.single`delete from account_requests`
  })

  test('takes effect immediately for an unused account, but linking it again once it is in use needs consent', async () => {
    const fresh = await addParent('fresh@test.example')
    expect(fresh).toMatchObject({
      status: 201,
      body: { name: 'Maria Lima', account: 'none', waiting: false },
    })
    await database.single`update people set password_hash = 'x' where id = ${fresh.body._id}`
    await operator!.call(parents.endLink, { centerId, studentId: nora.id, parentId: fresh.body._id })
    expect((await addParent('fresh@test.example')).body).toMatchObject({ waiting: true })
    await database.single`delete from account_requests`
  })

  test('is refused once the center has sent two hundred requests in an hour', async () => {
    const parent = await foreignParent()
    await database.single`
      with made as (insert into people (id, first_name) select gen_random_uuid(), 'Somebody' from generate_series(1, 200) returning id)
      insert into account_requests (center_id, id, person_id, first_name, email, student_id, asked_by)
      select ${centerId}, id, id, 'Somebody', 'x@test.example', ${nora.id}, ${cast.operator.id} from made`
    expect((await addParent(parent.email)).status).toBe(429)
    await database.single`update account_requests set asked_at = now() - interval '61 minutes'`
    expect((await addParent(parent.email)).status).toBe(201)
    await allJobsDone(database)
    await database.single`delete from account_requests`
  })

  test('is also made by an import, and deleted when the import is undone', async () => {
    const parent = await foreignParent()
    const csv = `First name,Last name,Parent first name,Parent email\nIda,Import,Maria,${parent.email}`
    const { body } = await operator!.call(studentImports.start, { centerId, csv, dryRun: false })
    const caller = await world.as(parent)
    expect((await caller.call(requests.mine, {})).body).toMatchObject([{ child: 'Ida' }])
    expect(await childrenOf(caller)).not.toContain('Ida')
    expect((await operator!.call(studentImports.undo, { centerId, id: body.import._id })).status).toBe(200)
    expect((await caller.call(requests.mine, {})).body).toEqual([])
  })

  test('from another center keeps the parent’s account from being deleted when the import that created it is undone', async () => {
    const csv = 'First name,Last name,Parent first name,Parent email\nPia,Import,Max,max@test.example'
    const { body } = await operator!.call(studentImports.start, { centerId, csv, dryRun: false })
    const input = { centerId: cast.south, studentId: cast.there.id, ...typed, email: 'max@test.example' }
    expect((await stranger!.call(students.addParent, input)).body).toMatchObject({ waiting: true })
    await allJobsDone(database)
    await database.single`delete from mail where to_address = 'max@test.example'`
    expect((await operator!.call(studentImports.undo, { centerId, id: body.import._id })).status).toBe(200)
    const [sent] = (await stranger!.call(requests.sent, { centerId: cast.south })).body
    expect(sent).toMatchObject({ email: 'max@test.example' })
  })
})

describe('a request to give a duty to someone who has an account', () => {
  const add = (email: string, duty: 'operator' | 'teacher' = 'operator') =>
    manager!.call(people.inviteStaff, { centerId, firstName: 'Some', lastName: 'Body', email, duty })

  test('is pending until they accept, and then gives them the duty', async () => {
    const editor = await make((of) => of.staff('editor', null))
    const caller = await world.as(editor)
    await add(editor.email)
    expect((await caller.call(accounts.me, {})).body.centers).toEqual([])
    expect(await mailsTo(editor.id)).toMatchObject([{ purpose: 'request' }])
    const [mine] = (await caller.call(requests.mine, {})).body
    expect(mine).toMatchObject({ centerId, child: null, duty: 'office', fits: true })
    expect((await caller.call(consents.answer, { id: mine!._id, accept: true })).status).toBe(204)
    expect((await caller.call(accounts.me, {})).body).toMatchObject({ role: 'editor', centers: [centerId] })
    expect(await add(editor.email)).toMatchObject({ status: 409, body: { code: 'already_staff' } })
  })

  test('can be withdrawn only by those who may add staff', async () => {
    const { body } = await add(cast.stranger.email, 'teacher')
    expect((await operator!.call(requests.withdraw, { centerId, id: body._id })).status).toBe(403)
    expect((await manager!.call(requests.withdraw, { centerId, id: body._id })).status).toBe(204)
    expect((await manager!.call(requests.withdraw, { centerId, id: body._id })).status).toBe(404)
  })

  test('can’t be sent to the same person again for seven days after they declined', async () => {
    const editor = await make((of) => of.staff('editor', null))
    const caller = await world.as(editor)
    await add(editor.email, 'teacher')
    const [mine] = (await caller.call(requests.mine, {})).body
    await caller.call(consents.answer, { id: mine!._id, accept: false })
    const refused = { status: 409, body: { code: 'declined_lately' } }
    expect(await manager!.call(requests.withdraw, { centerId, id: mine!._id })).toMatchObject(refused)
    expect(await add(editor.email, 'teacher')).toMatchObject(refused)
    await database.single`update account_requests set declined_at = declined_at - interval '7 days'`
    expect((await manager!.call(requests.withdraw, { centerId, id: mine!._id })).status).toBe(204)
    expect((await add(editor.email, 'teacher')).status).toBe(201)
  })

  test('doesn’t let the center’s office read an admin’s account, even after the admin has agreed to teach there', async () => {
    await add(cast.admin.email, 'teacher')
    const caller = await world.as(cast.admin)
    const [mine] = (await caller.call(requests.mine, {})).body
    expect((await manager!.call(accounts.user, { id: cast.admin.id })).status).toBe(404)
    await caller.call(consents.answer, { id: mine!._id, accept: true })
    expect((await manager!.call(accounts.user, { id: cast.admin.id })).status).toBe(404)
  })
})

test('an unanswered request is deleted after 90 days', async () => {
  await addParent((await foreignParent()).email)
  await sweep(null, world)
  expect(await sentAbout()).toHaveLength(1)
  await database.single`update account_requests set asked_at = now() - interval '91 days'`
  await sweep(null, world)
  expect(await sentAbout()).toEqual([])
})

test('a request that was sent over 90 days ago but declined recently is kept', async () => {
  await addParent((await foreignParent()).email)
  await database.single`update account_requests set asked_at = now() - interval '91 days', declined_at = now() - interval '1 day'`
  await sweep(null, world)
  expect(await sentAbout()).toHaveLength(1)
  await database.single`delete from account_requests`
})
