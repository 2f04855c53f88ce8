import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { materialImports } from '#features/exchange/import/api.ts'
import { visuals } from '#features/material/visuals/api.ts'
import { ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { sweep } from '#server/sweep.ts'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { storage } from './api.ts'

const world = await openWorld()
const { write, read, single } = world.database
let center: string
let people: Record<'admin' | 'manager' | 'operator' | 'editor' | 'teacher' | 'student', Caller>
let student: { id: string }
let sectionId: string

beforeAll(async () => {
  const cast = await write(async (db) => {
    const make = factories(db)
    const { id } = await make.center()
    const courseId = await make.course({ name: 'Course', subject: 'Math' })
    const questions = [{ text: 'What is $1 + 1$?', value: '2' }]
    const [section] = await make.level({
      courseId,
      name: 'Math 5',
      chapters: [{ name: 'One', sections: [{ name: 'Adding', questions }] }],
    })
    return {
      id,
      section: section?.id ?? '',
      admin: await make.staff('admin', null),
      manager: await make.staff('manager', id),
      operator: await make.staff('operator', id),
      editor: await make.staff('editor', null),
      teacher: await make.staff('editor', id),
      student: await make.student(id),
    }
  })
  center = cast.id
  sectionId = cast.section
  student = cast.student
  const [admin, manager, operator, editor, teacher, child] = await Promise.all(
    [cast.admin, cast.manager, cast.operator, cast.editor, cast.teacher, cast.student].map((each) =>
      world.as(each),
    ),
  )
  people = { admin, manager, operator, editor, teacher, student: child } as typeof people
})

const noise = () =>
  sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer()
const add = (caller: Caller, bytes: Buffer) =>
  caller.call(visuals.add, { name: 'noise.png', data: bytes.toString('base64') })
const picture = async (caller: Caller) => await add(caller, await noise())
const quota = (bytes: number) => single`update centers set storage_quota = ${bytes} where id = ${center}`
const used = async () =>
  (await people.admin.call(storage.read, {})).body.centers.find(({ _id }) => _id === center)?.used ?? -1
const full = { status: 413, body: { code: 'storage_quota' } }
const begin = (caller: Caller, size: number) =>
  caller.call(materialImports.begin, { name: 'material.zip', size })

test('simultaneous uploads can’t exceed the center’s quota, and a refused upload stores nothing', async () => {
  expect((await picture(people.manager)).status).toBe(201)
  const one = await used()
  await quota(Math.round(one * 3.5))
  const sent = await Promise.all(
    [people.manager, people.operator, people.manager, people.operator, people.manager].map(picture),
  )
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413])
  expect(await used()).toBeLessThanOrEqual(Math.round(one * 3.5))
  const refused = sent.find(({ status }) => status === 413)
  expect(refused).toMatchObject(full)
  expect(refused?.body).toMatchObject({
    message: expect.stringContaining(`fit in ${center}’s 0 GB of storage. Delete questions with pictures`),
  })
  expect(await read`select 1 from visuals where charged_to = ${center}`).toHaveLength(3)
})

test('a student’s answer is accepted while the center’s storage is full', async () => {
  await quota(0)
  expect(await picture(people.operator)).toMatchObject(full)
  const { body } = await people.manager.call(assigning.homework, { id: student.id, sections: [sectionId] })
  await people.student.call(ownWork.homework.change, { id: body._id, state: 'started' })
  const answer = {
    id: body._id,
    n: 1,
    seq: 1,
    answerId: newId(),
    given: { kind: 'fr' as const, parts: ['2'] },
  }
  expect(await people.student.call(ownWork.homework.answer, answer)).toMatchObject({
    status: 200,
    body: { solved: true },
  })
})

test('removing unused pictures and abandoned uploads frees their storage', async () => {
  await single`update visuals set created_at = now() - interval '2 hours'`
  await sweep(null, { database: world.database })
  expect(await used()).toBe(0)
})

test('uploading a material reserves its storage from the start, until the upload is deleted', async () => {
  await quota(1000)
  expect(await begin(people.teacher, 1001)).toMatchObject(full)
  expect(await used()).toBe(0)
  expect((await begin(people.teacher, 1000)).status).toBe(201)
  expect(await picture(people.operator)).toMatchObject(full)
  // A new upload deletes the earlier one.
  expect((await begin(people.teacher, 900)).status).toBe(201)
  expect(await used()).toBe(900)
  await single`update runs set created_at = now() - interval '2 days'`
  await sweep(null, { database: world.database })
  expect(await used()).toBe(0)
})

test('people without a center have their own storage, which doesn’t count toward a center’s', async () => {
  expect((await begin(people.editor, 2000)).status).toBe(201)
  const { body } = await people.admin.call(storage.read, {})
  expect(body.people).toMatchObject([{ used: 2000, quota: 1_000_000_000 }])
  expect(await used()).toBe(0)
})

test('people without a center can store up to exactly 1 GB, and must delete something to store more', async () => {
  const made = await write((db) => factories(db).staff('editor', null))
  const [caller, drawn] = [await world.as(made), await noise()]
  const ofMine = () =>
    read<{ bytes: number }[]>`select octet_length(bytes) as bytes from visuals where by = ${made.id}`
  expect((await add(caller, drawn)).status).toBe(201)
  const [{ bytes } = { bytes: 0 }] = await ofMine()
  await single`delete from visuals where by = ${made.id}`
  // Fills the quota with files of the maximum size, except for the space that the picture needs.
  await single`
    insert into runs (id, kind, by, name, size, state, checked)
    select gen_random_uuid(), 'material', ${made.id}, 'material.zip', least(200000000, ${1_000_000_000 - bytes} - n * 200000000), 'checked', '{}'
    from generate_series(0, 4) n`
  expect((await add(caller, drawn)).status).toBe(201)
  const refused = await add(caller, await noise())
  expect(refused).toMatchObject(full)
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('your 1 GB of storage. Delete questions with pictures'),
  })
  expect(await ofMine()).toHaveLength(1)
  await single`delete from visuals where by = ${made.id}`
  await single`update runs set size = size + 1 where by = ${made.id} and size < 200000000`
  expect(await add(caller, drawn)).toMatchObject(full)
  await single`delete from runs where by = ${made.id} and size = 200000000`
  expect((await add(caller, drawn)).status).toBe(201)
})

test('only admins can list the centers by used storage and change a quota', async () => {
  await quota(5_000_000_000)
  const { body } = await people.admin.call(storage.read, {})
  const [before] = body.centers.filter(({ _id }) => _id === center)
  const sizes = body.centers.map((each) => each.used)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  const change = { centerId: center, quota: 8_000_000_000 }
  expect(
    await people.admin.call(storage.change, change, { headers: { 'if-match': `"${before?.version}"` } }),
  ).toMatchObject({
    status: 200,
    body: { quota: 8_000_000_000 },
  })
  expect((await people.admin.call(storage.change, { ...change, quota: -1 })).status).toBe(422)
  expect((await people.admin.call(storage.change, { ...change, centerId: 'Nowhere' })).status).toBe(404)
  expect((await people.manager.call(storage.change, change)).status).toBe(403)
  expect((await people.manager.call(storage.read, {})).status).toBe(403)
  expect(await read`select 1 from audit where action = 'operation.quota'`).toHaveLength(1)
})
