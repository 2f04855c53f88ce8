import { beforeAll, describe, expect, test } from 'vitest'
import { family } from '#features/family/api.ts'
import { accessLog } from '#features/students/access/api.ts'
import { students } from '#features/students/api.ts'
import { studentExport } from '#features/students/export/api.ts'
import { factories } from '#tests/factories.ts'
import { ok, privacyFixture, told } from '#tests/privacy-fixture.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { childRecord } from './api.ts'
import { headOf, type RecordFile } from './record-file.ts'

const world = await openWorld()
let cast: Awaited<ReturnType<typeof privacyFixture>>
let maria: Caller
beforeAll(async () => {
  cast = await privacyFixture(world)
  maria = await world.as({ id: cast.mariaId, kind: 'parents' })
})

const read = (text: string) => JSON.parse(text) as RecordFile
const rowsOf = (file: RecordFile, title: string) =>
  file.sections.find((section) => section.title === title)?.rows ?? []
/** Returns data about other people: children, their parents, and the staff's contact data. */
const others = () => [
  'Ben',
  'Other',
  cast.ben.email,
  'paul@test.example',
  cast.operator.email,
  cast.admin.email,
]

describe('the record of a child', () => {
  test('has everything for an admin, but nothing about other children', async () => {
    const { text, headers } = await cast.asAdmin.call(childRecord.ofStudent, { id: cast.adaId })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="record.json"',
    })
    const file = read(text)
    expect(file.child).toBe('Zqada Zqlast')
    for (const word of told.filter((each) => each !== 'zquser'))
      expect(text.toLowerCase(), word).toContain(word)
    const counts = Object.fromEntries(file.sections.map(({ title, rows }) => [title, rows.length]))
    expect(counts).toMatchObject({
      About: 1,
      Parents: 2,
      Classes: 1,
      Attendance: 3,
      'Make-up credits': 2,
      'Tests on paper': 1,
      Awards: 1,
      Whiteboards: 2,
      Notes: 1,
      Work: 1,
      Answers: 2,
    })
    expect(rowsOf(file, 'Whiteboards')).toMatchObject([
      { question: 1, ink: 'green', drawing: '[[10,20,30,40]]' },
      { question: 1, ink: 'red', drawing: '[[50,60,70,80]]' },
    ])
    expect(rowsOf(file, 'Answers')[0]).toMatchObject({
      given: expect.stringContaining('zqgiven') as string,
      comment: 'zqnote, Zqada',
    })
    expect(rowsOf(file, 'What was done').map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringMatching(/wrote the note “zqnote/)]),
    )
    const words = [cast.ben.email, cast.operator.email, cast.admin.email, 'Ben']
    expect(words.filter((word) => text.includes(word))).toEqual([])
  })

  test('names the meeting time of a class if another class has the same name', async () => {
    const nameOfClass = async () => {
      const file = read((await cast.asAdmin.call(childRecord.ofStudent, { id: cast.adaId })).text)
      const [place, mark, credit] = ['Classes', 'Attendance', 'Make-up credits'].map(
        (title) => rowsOf(file, title)[0]?.['class'],
      )
      const action = rowsOf(file, 'What was done').find(({ what }) => String(what).includes(cast.klass.name))
      return { place, mark, credit, action: action?.['what'] }
    }
    const { name } = cast.klass
    expect(await nameOfClass()).toMatchObject({
      place: name,
      mark: name,
      credit: name,
      action: expect.not.stringContaining('Tue') as string,
    })
    await world.database.write((db) => factories(db).klass(cast.center.id, { name, day: 4, time: '09:00' }))
    const words = `${name} (Tue 4:30 PM)`
    expect(await nameOfClass()).toMatchObject({
      place: words,
      mark: words,
      credit: words,
      action: expect.stringContaining(words) as string,
    })
  })

  test('shows a parent only data that the family may see', async () => {
    const { status, text } = await maria.call(childRecord.ofChild, { id: cast.adaId })
    expect(status).toBe(200)
    const file = read(text)
    expect(others().filter((word) => text.includes(word))).toEqual([])
    expect(file.sections.map(({ title }) => title)).not.toContain('Notes')
    expect(text).not.toMatch(/wrote the note|zqnote again|zqnote: /)
    expect(rowsOf(file, 'Parents')).toMatchObject([{ name: 'Zqmaria Zqlast', phone: '+19175550112' }])
    expect(rowsOf(file, 'Answers')).toHaveLength(2)
    expect(text).not.toContain('#token=')
  })

  test('hides the other parent and the office’s notes from a parent', async () => {
    const { id } = (
      await world.database.read<{ id: string }[]>`select id from people where email = 'paul@test.example'`
    )[0] ?? { id: '' }
    const paul = await world.as({ id, kind: 'parents' })
    expect((await paul.call(childRecord.ofChild, { id: cast.adaId })).status).toBe(200)
    ok(await paul.call(family.changeChild, { id: cast.adaId, mails: false }))
    const { text } = await maria.call(childRecord.ofChild, { id: cast.adaId })
    expect(text).not.toContain('Paul')
    expect(rowsOf(read(text), 'Who has seen the record')).toContainEqual({
      on: expect.anything(),
      by: 'Another parent',
      how: 'record',
    })
    const done = rowsOf(read(text), 'What was done').map(({ what }) => String(what))
    expect(done).toContainEqual(expect.stringContaining('corrected the attendance'))
    expect(done.filter((what) => /the note|off mail/.test(what))).toEqual([])
    const whole = read((await cast.asAdmin.call(childRecord.ofStudent, { id: cast.adaId })).text)
    expect(rowsOf(whole, 'What was done').map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/and the note to “zqnote”/),
        expect.stringMatching(/Paul Other turned off email/),
      ]),
    )
  })

  test('has the center’s time zone, the IP addresses of past sessions, and current automatic verdicts', async () => {
    await world.database
      .single`update answers set regraded = '{"status": "right", "score": 1}' where work_id in (select id from work)`
    const file = read((await maria.call(childRecord.ofChild, { id: cast.adaId })).text)
    expect(file.timeZone).toBe('America/New_York')
    expect(rowsOf(file, 'Logins')).toMatchObject([{ browser: 'test', address: '127.0.0.1' }])
    expect(rowsOf(file, 'Answers')[0]).toMatchObject({ verdict: 'right', score: 1 })
  })

  test('has the photographed pages of worksheets, without what staff marked on them', async () => {
    await world.database.single`
      insert into printed_pages (center_id, id, work_id, sheet_id, num, questions, printed_by, picture, marks, scanned_by, scanned_at)
      select center_id, gen_random_uuid(), id, gen_random_uuid(), 2, '[]', assigned_by, ${Buffer.from([1, 2])}, '[{"num": 1, "right": false}]', assigned_by, now()
      from work where student_id = ${cast.adaId} limit 1`
    const { text } = await maria.call(childRecord.ofChild, { id: cast.adaId })
    const [page] = rowsOf(read(text), 'Worksheets')
    expect(page).toEqual({
      work: expect.any(String) as string,
      page: 2,
      photographed: expect.any(String) as string,
      photo: 'data:image/webp;base64,AQI=',
    })
  })

  test('is available only to an admin, or to a parent of the child, after they enter their password', async () => {
    expect((await cast.office.call(childRecord.ofStudent, { id: cast.adaId })).status).toBe(403)
    expect((await cast.asAdmin.call(childRecord.ofStudent, { id: cast.operator.id })).status).toBe(404)
    expect((await maria.call(childRecord.ofChild, { id: cast.ben.id })).status).toBe(404)
    await world.database.single`update sessions set proven_at = now() - interval '1 hour'`
    for (const { status, body } of [
      await cast.asAdmin.call(childRecord.ofStudent, { id: cast.adaId }),
      await maria.call(childRecord.ofChild, { id: cast.adaId }),
    ])
      expect([status, body]).toMatchObject([403, { code: 'reauth' }])
    await world.database.single`update sessions set proven_at = now()`
  })

  test('lists who has seen it, and every export is recorded in the history', async () => {
    await cast.asAdmin.call(childRecord.ofStudent, { id: cast.adaId })
    const rows = await world.database
      .read`select person_id, after from audit where action = 'privacy.export' order by id`
    expect(rows.map(({ personId }) => personId as string)).toContain(cast.mariaId)
    const { text } = await cast.asAdmin.call(childRecord.ofStudent, { id: cast.adaId })
    expect(rowsOf(read(text), 'Who has seen the record').filter(({ how }) => how === 'record')).toHaveLength(
      3,
    )
  })
})

test('a staff member who reads a whole record is logged only once a day', async () => {
  const input = { centerId: cast.center.id, studentId: cast.ben.id }
  const noted = () =>
    world.database
      .read`select person_id, how from access_log where student_id = ${cast.ben.id} and how = 'read'`
  ok(await cast.office.call(students.one, input))
  ok(await cast.office.call(students.one, input))
  await expect.poll(async () => [...(await noted())]).toEqual([{ personId: cast.operator.id, how: 'read' }])
  await cast.asAdmin.call(students.one, input)
  await expect.poll(noted).toHaveLength(2)
})

test('an exported list and a group mailing are recorded for each child in them', async () => {
  ok(await cast.office.call(studentExport.students, { centerId: cast.center.id, filter: 2 }))
  const rows = await world.database
    .read`select student_id, how from access_log where how in ('list', 'mail') order by how, student_id`
  const both = [cast.adaId, cast.ben.id].toSorted()
  expect([...rows]).toEqual(['list', 'mail'].flatMap((how) => both.map((studentId) => ({ studentId, how }))))
})

test('printing is recorded for each child on the page, at that center only', async () => {
  const centerId = cast.center.id
  const both = [cast.adaId, cast.ben.id]
  expect(
    (await cast.office.call(accessLog.printed, { centerId, students: [...both, both[0] ?? ''] })).status,
  ).toBe(204)
  expect(
    (await cast.office.call(accessLog.printed, { centerId, students: [cast.ben.id, cast.mariaId] })).status,
  ).toBe(404)
  const rows = await world.database
    .read`select student_id, person_id from access_log where how = 'print' order by 1`
  expect([...rows]).toEqual(both.toSorted().map((studentId) => ({ studentId, personId: cast.operator.id })))
  const { body } = await cast.office.call(accessLog.of, { centerId, studentId: cast.ben.id })
  expect(body).toContainEqual(
    expect.objectContaining({ by: `${cast.operator.firstName} ${cast.operator.lastName}`, how: 'print' }),
  )
})

test('the access log, the history and the notice to admins distinguish opening a record from exporting it', async () => {
  const id = cast.ben.id
  const seen = () =>
    world.database
      .read`select how from access_log where student_id = ${id} and how in ('read', 'record') order by how`
  const subjects = () =>
    world.database
      .read`select subject from mail where purpose = 'notice' and subject like '%the record of Ben%' order by id`
  await world.database.single`delete from access_log where student_id = ${id}`
  ok(await cast.asAdmin.call(childRecord.ofStudent, { id, how: 'opened' }))
  expect([...(await seen())]).toEqual([{ how: 'read' }])
  await expect
    .poll(async () => [...(await subjects())])
    .toMatchObject([{ subject: expect.stringMatching(/opened the record of Ben/) as string }])
  const file = read((await cast.asAdmin.call(childRecord.ofStudent, { id, how: 'saved' })).text)
  expect([...(await seen())]).toEqual([{ how: 'read' }, { how: 'record' }])
  await expect
    .poll(async () => (await subjects())[1])
    .toMatchObject({ subject: expect.stringMatching(/exported the record of Ben/) as string })
  const actions = rowsOf(file, 'What was done').map(({ what }) => String(what))
  expect(actions.filter((what) => /all data/.test(what))).toEqual([
    expect.stringMatching(/opened all data about Ben Other\.$/),
    expect.stringMatching(/exported all data about Ben Other\.$/),
  ])
})

test('a field’s name is turned into a readable heading', () => {
  expect(headOf('pickedUpBy')).toBe('Picked up by')
})
