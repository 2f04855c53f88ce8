import { beforeAll, describe, expect, test } from 'vitest'
import { studentImports } from '../import/api.ts'
import { students } from '../api.ts'
import { readCsv } from '#shared/csv.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { studentExport } from './api.ts'

const world = await openWorld()
const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const ana = await make.student(north.id, {
      firstName: 'Ana',
      lastName: 'Lima',
      studentNum: '2001',
      grade: '4',
    })
    await make.parent([ana], { firstName: 'Maria', lastName: 'Lima', email: 'maria@test.example' })
    await make.parent([ana], { firstName: 'Paul', lastName: 'Lima', email: 'paul@test.example' })
    await make.student(north.id, {
      firstName: '=HYPERLINK("http://evil.example")',
      lastName: '@Kay; "K"',
      studentNum: '-7',
      grade: '',
    })
    await make.student(north.id, { firstName: 'Ben &lt;3', lastName: 'Prospect', status: 'prospect' })
    await make.student(south.id, { firstName: 'Elsewhere' })
    return {
      north,
      ana,
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', north.id),
    }
  })
let cast: Awaited<ReturnType<typeof makeCast>>
let operator: Caller
let centerId: string

beforeAll(async () => {
  cast = await makeCast()
  centerId = cast.north.id
  operator = await world.as(cast.operator)
})

const rowsOf = async (ask: { filter?: number; search?: string; columns?: string } = {}) => {
  const { text } = await operator.call(studentExport.students, { centerId, ...ask })
  return readCsv(text).rows.map(({ cells }) => cells)
}

describe('an export', () => {
  test('is a downloadable CSV file with students and every parent', async () => {
    const { status, headers, text } = await operator.call(studentExport.students, {
      centerId,
      search: 'lima',
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="students.csv"',
      'x-content-type-options': 'nosniff',
    })
    expect(text).toBe(
      'Student number,First name,Last name,Grade,Status,Levels,Account,Attendance,Absences,Last score,Overdue,' +
        'Parent first name,Parent last name,Parent email,Parent phone,Parent relationship,' +
        'Parent 2 first name,Parent 2 last name,Parent 2 email,Parent 2 phone,Parent 2 relationship\r\n' +
        '2001,Ana,Lima,4,active,"Math: Math 5, chapter 1",Active,,0,,0,' +
        "Maria,Lima,maria@test.example,'+15551234567,mother,Paul,Lima,paul@test.example,'+15551234567,mother\r\n",
    )
  })

  test('has no cell that a spreadsheet would execute, and text is read back as it was typed', async () => {
    const { text } = await operator.call(studentExport.students, {
      centerId,
      filter: 2,
      columns: 'studentNum,firstName,lastName',
    })
    expect(text).toContain(`'-7,"'=HYPERLINK(""http://evil.example"")","'@Kay; ""K"""\r\n`)
    expect(text).not.toMatch(/(^|[,\n])"?([=+\-@\t]|\r(?!\n))/)
    expect(readCsv(text).rows.flatMap(({ cells }) => cells)).toEqual(
      expect.arrayContaining(['-7', '@Kay; "K"', 'Ben <3']),
    )
  })

  test('has the same students as the list, in the chosen columns', async () => {
    expect(await rowsOf({ filter: 1, columns: 'lastName' })).toEqual([['Last name'], ['Prospect']])
    expect(await rowsOf({ search: 'paul@', columns: 'grade,firstName' })).toEqual([
      ['Grade', 'First name'],
      ['4', 'Ana'],
    ])
    expect(await rowsOf({ search: 'nobody', columns: 'firstName,parents' })).toEqual([['First name']])
    expect(JSON.stringify(await rowsOf({ filter: 2 }))).not.toContain('Elsewhere')
    for (const columns of ['note', '', 'grade,grade'])
      expect([400, 422]).toContain(
        (await operator.call(studentExport.students, { centerId, columns })).status,
      )
  })

  test('can be imported again without changing anything', async () => {
    const { text } = await operator.call(studentExport.students, { centerId, search: 'ana' })
    const columns =
      'studentNum,firstName,lastName,grade,status,,,,,,,parent1.firstName,parent1.lastName,parent1.email,parent1.phone,parent1.relationship,parent2.firstName,parent2.lastName,parent2.email,parent2.phone,parent2.relationship'
    const csv = text.replaceAll('\r\n', '\n')
    const dry = await operator.call(studentImports.start, { centerId, csv, dryRun: true })
    expect(dry.body.checked?.columns.map(({ field }) => field ?? '').join()).toBe(columns)
    expect(dry.body.checked?.rows).toMatchObject([
      { do: 'link', errors: [], candidates: [{ why: ['studentNum', 'email', 'phone', 'name+grade'] }] },
    ])
    const before = (await operator.call(students.one, { centerId, studentId: cast.ana.id })).body
    await operator.call(studentImports.start, {
      centerId,
      csv,
      columns: dry.body.checked?.columns.map(({ field }) => field),
      dryRun: false,
    })
    expect((await operator.call(students.one, { centerId, studentId: cast.ana.id })).body).toEqual(before)
  })

  test('can be imported again, at the same center and at another one, even if parents have only a phone', async () => {
    const family = async (center: string) => {
      const { database } = world
      return [
        ...(await database.read`
          select child.first_name, parent.first_name as parent, l.phone, l.relationship, count(*) over (partition by parent.id)::int as children
          from parent_links l join people parent on parent.id = l.parent_id join people child on child.id = l.student_id
          where l.center_id = ${center} and parent.email is null order by child.first_name, parent.first_name`),
      ]
    }
    for (const firstName of ['Kim', 'Lou']) {
      const { body } = await operator.call(students.add, { centerId, firstName, lastName: 'Phonely' })
      await operator.call(students.addParent, {
        centerId,
        studentId: body._id,
        firstName: 'Pat',
        lastName: 'Phonely',
        phone: '+12125550188',
        relationship: 'father',
      })
    }
    const { text } = await operator.call(studentExport.students, {
      centerId,
      search: 'phonely',
      columns: 'firstName,lastName,parents',
    })
    const csv = text.replaceAll('\r\n', '\n')
    const importInto = async (caller: Caller, to: string) => {
      const {
        status,
        body,
        text: responseText,
      } = await caller.call(studentImports.start, { centerId: to, csv, dryRun: false })
      expect([status, responseText]).toEqual([201, expect.anything()])
      return body.import
    }
    const before = await family(centerId)
    expect(before.map(({ firstName, parent, phone }) => [firstName, parent, phone])).toEqual([
      ['Kim', 'Pat', '+12125550188'],
      ['Lou', 'Pat', '+12125550188'],
    ])
    expect(await importInto(operator, centerId)).toMatchObject({ created: 0, changed: 0, parents: 0 })
    expect(await family(centerId)).toEqual(before)

    const south = await world.database.write(async (db) => {
      const make = factories(db)
      const { id } = await make.center()
      return { id, operator: await make.staff('operator', id) }
    })
    const there = await world.as(south.operator)
    const first = await importInto(there, south.id)
    expect(first).toMatchObject({ created: 2, parents: 1 })
    expect(await family(south.id)).toEqual(before.map((link) => ({ ...link, children: 2 })))
    expect(await importInto(there, south.id)).toMatchObject({ created: 0, changed: 0, parents: 0 })
    const sibling = csv.split('\n')[0] + '\n' + (csv.split('\n')[1] ?? '').replace('Kim', 'Max')
    const more = await there.call(studentImports.start, { centerId: south.id, csv: sibling, dryRun: false })
    expect(more.body.import).toMatchObject({ created: 1, parents: 0 })
    expect((await family(south.id)).map(({ children }) => children as number)).toEqual([3, 3, 3])
    expect(
      (await there.call(studentImports.undo, { centerId: south.id, id: more.body.import._id })).status,
    ).toBe(200)
    expect((await there.call(studentImports.undo, { centerId: south.id, id: first._id })).status).toBe(200)
    expect(await family(south.id)).toEqual([])
  })

  test('is recorded in the audit log with the number of students', async () => {
    await rowsOf({ filter: 1, columns: 'lastName' })
    const [row] = await world.database
      .read`select person_id, after from audit where action = 'students.export' order by id desc limit 1`
    expect(row).toMatchObject({
      personId: cast.operator.id,
      after: { filter: 1, columns: ['lastName'], count: 1 },
    })
  })

  test('is available only to the center’s office', async () => {
    expect((await (await world.as(cast.stranger)).call(studentExport.students, { centerId })).status).toBe(
      404,
    )
    for (const who of [cast.ana, cast.editor])
      expect((await (await world.as(who)).call(studentExport.students, { centerId })).status).toBe(403)
    expect((await (await world.as(null)).call(studentExport.students, { centerId })).status).toBe(401)
  })
})
