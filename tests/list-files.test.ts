import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { people } from '#features/accounts/people/api.ts'
import { attendance } from '#features/attendance/api.ts'
import { attendanceHistory } from '#features/attendance/history/api.ts'
import { emails } from '#features/emails/api.ts'
import { oddities } from '#features/oddities/api.ts'
import { classes } from '#features/schedule/classes/api.ts'
import { credits } from '#features/schedule/credits/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { prospects } from '#features/students/prospects/api.ts'
import type { CallInput, Endpoint } from '#shared/contract.ts'
import { readCsv } from '#shared/csv.ts'
import { factories } from './factories.ts'
import { openWorld, type Caller } from './world.ts'

/**
 * Tests the CSV files of all office lists (product §5), except the students' file, which has its own test.
 */

const world = await openWorld()
const evil = '=SUM(1,2) "é" &lt;b>'.replace('>', '&gt;')
const typed = `=SUM(1,2) "é" <b>`

const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const [{ id: centerId }, south] = [await make.center(), await make.center()]
    const teacher = await make.teacher(centerId, { firstName: 'Tess', lastName: 'Núñez' })
    const math = await make.klass(centerId, { name: evil, teacherId: teacher.id })
    const english = await make.klass(centerId, { name: 'English', subject: 'English', time: '18:00', day: 3 })
    await make.klass(centerId, { name: 'Over', endsOn: '2026-02-01' })
    const ana = await make.student(centerId, { firstName: evil, lastName: 'Çelik', studentNum: '2001' })
    const ben = await make.student(centerId, { firstName: 'Ben', lastName: 'Kay', studentNum: '2002' })
    const pia = await make.student(centerId, {
      firstName: 'Pia',
      lastName: 'Moss',
      studentNum: '2003',
      status: 'prospect',
    })
    for (const klass of [math, english]) await make.place(klass, ana.id)
    await make.place(math, ben.id)
    const mother = await make.parent([ana, ben], {
      firstName: 'María',
      lastName: evil,
      email: 'maria@test.example',
    })
    const operator = await make.staff('operator', centerId, { firstName: 'Omar', lastName: evil })
    await make.student(south.id, { firstName: 'Elsewhere' })
    return {
      centerId,
      math,
      english,
      ana,
      ben,
      pia,
      mother,
      operator,
      manager: await make.staff('manager', centerId),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', centerId),
      device: { ...(await make.device(centerId, operator.id)), kind: 'devices' as const },
      foreign: await make.klass(south.id),
    }
  })
// Resets the daily export limit, which these tests would exceed.
beforeEach(() => world.database.single`delete from failed_tries`.then(() => {}))

let cast: Awaited<ReturnType<typeof makeCast>>
let operator: Caller
let centerId: string

/** Input of an endpoint without the center. */
type FileInput<E extends Endpoint> = Omit<CallInput<E>, 'centerId'>

/** Returns the rows of a file as objects by column name. */
async function rowsOf<E extends Endpoint>(endpoint: E, asked: FileInput<E>) {
  const { status, text } = await operator.call(endpoint, { centerId, ...asked } as never)
  expect(status, text).toBe(200)
  const { rows, errors } = readCsv(text)
  expect(errors).toEqual([])
  // In the file, text that a spreadsheet would run as a formula is preceded by an apostrophe, which the
  // parser removes.
  expect(text).not.toMatch(/(^|[,\n])"?([=+\-@\t]|\r(?!\n))/)
  const [head, ...lines] = rows.map(({ cells }) => cells)
  return lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [head?.[at] ?? '', cell])))
}

const march = { from: '2026-03-01', to: '2026-03-31' }
const take = (studentId: string, mark: 'present' | 'absent', on: string, classId = cast.math.id) =>
  operator.call(attendance.take, { centerId, classId, on, marks: [{ studentId, mark }] })

beforeAll(async () => {
  cast = await makeCast()
  centerId = cast.centerId
  operator = await world.as(cast.operator)
  await take(cast.ana.id, 'present', '2026-03-03')
  await take(cast.ben.id, 'absent', '2026-03-10')
  await operator.call(prospects.change, {
    centerId,
    studentId: cast.pia.id,
    source: evil,
    nextStep: 'Call, then "write"',
    nextOn: '2026-03-09',
  })
})

const files = [
  ['classes', classes.file, {}],
  ['attendance', attendanceHistory.file, march],
  ['parents', parents.file, {}],
  ['oddities', oddities.file, {}],
  ['prospects', prospects.file, {}],
  ['credits', credits.file, {}],
  ['messages', emails.file, {}],
  ['staff', people.staffFile, {}],
] as const

describe.each(files)('the file of %s', (name, endpoint: Endpoint, asked) => {
  test('is downloaded as CSV, and the export is recorded with its size', async () => {
    const { status, headers, text } = await operator.call(endpoint, { centerId, ...asked })
    expect(status, text).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'x-content-type-options': 'nosniff',
    })
    const [row] = await world.database.read`
      select person_id, center_id, after from audit where action = ${`${name}.export`} order by id desc limit 1`
    const count = readCsv(text).rows.length - 1
    expect(row).toMatchObject({ personId: cast.operator.id, centerId, after: { ...asked, count } })
  })

  test('is available only to the center’s office, never to a device', async () => {
    const statusAs = async (who: Parameters<typeof world.as>[0]) =>
      (await (await world.as(who)).call(endpoint, { centerId, ...asked })).status
    expect(await statusAs(cast.manager)).toBe(200)
    expect(await statusAs(cast.stranger)).toBe(404)
    for (const who of [cast.device, cast.editor, cast.ana, cast.mother]) expect(await statusAs(who)).toBe(403)
    expect(await statusAs(null)).toBe(401)
  })

  test('refuses unknown parameters', async () => {
    for (const more of [{ color: 'red' }, { centerId: '' }])
      expect([400, 404, 422]).toContain(
        (await operator.call(endpoint, { centerId, ...asked, ...more })).status,
      )
  })
})

test('the access log has an entry for each child in a file', async () => {
  const notes = async (endpoint: Endpoint, asked: object) => {
    await world.database.single`delete from access_log`
    expect((await operator.call(endpoint, { centerId, ...asked })).status).toBe(200)
    const rows = await world.database.read<
      { studentId: string; personId: string }[]
    >`select * from access_log where how = 'list' order by 1`
    expect(rows.filter(({ personId }) => personId !== cast.operator.id)).toEqual([])
    return rows.map(({ studentId }) => studentId)
  }
  const [ana, ben, pia] = [cast.ana.id, cast.ben.id, cast.pia.id]
  const noted: Record<string, readonly string[]> = {
    attendance: [ana, ben],
    parents: [ana, ben],
    oddities: [pia],
    prospects: [pia],
    credits: [ben],
  }
  for (const [name, endpoint, asked] of files)
    expect(await notes(endpoint, asked), name).toEqual((noted[name] ?? []).toSorted())
})

describe('contents', () => {
  test('the file of classes has the classes on the page, filtered by search, subject and whether they have ended', async () => {
    const rows = await rowsOf(classes.file, {})
    expect(rows.map(({ Name }) => Name)).toEqual([typed, 'English'])
    expect(rows[0]).toMatchObject({
      Day: 'Tuesday',
      Begins: '16:30',
      Ends: '17:45',
      Teacher: 'Tess Núñez',
      'Regular students': '2',
      Seats: '8',
      'First day': '2026-01-01',
      'Last day': '',
    })
    expect(await rowsOf(classes.file, { search: 'nunez tues' })).toEqual([rows[0]])
    expect(await rowsOf(classes.file, { subject: 'English' })).toEqual([rows[1]])
    expect((await rowsOf(classes.file, { ended: true })).map((row) => row['Last day'])).toContain(
      '2026-02-01',
    )
    expect(await rowsOf(classes.file, { search: 'nothing' })).toEqual([])
    expect((await operator.call(classes.file, { centerId, subject: 'Chess' as never })).status).toBe(400)
  })

  test('the file of attendance has the marks of a range of days, by class or student, in the center’s time zone', async () => {
    await world.database
      .single`update attendances set arrived_at = '2026-03-04T01:32:00Z' where student_id = ${cast.ana.id}`
    const rows = await rowsOf(attendanceHistory.file, march)
    expect(rows).toMatchObject([
      {
        Day: '2026-03-03',
        Class: typed,
        'Student number': '2001',
        'First name': typed,
        'Last name': 'Çelik',
        Mark: 'Present',
        Arrived: '2026-03-03 20:32',
      },
      { Day: '2026-03-10', 'Student number': '2002', Mark: 'Absent', Arrived: '' },
    ])
    expect(await rowsOf(attendanceHistory.file, { ...march, studentId: cast.ben.id })).toEqual([rows[1]])
    expect(await rowsOf(attendanceHistory.file, { ...march, classId: cast.english.id })).toEqual([])
    expect(await rowsOf(attendanceHistory.file, { from: '2026-03-03', to: '2026-03-03' })).toEqual([rows[0]])
    const statusOf = async (more: object) =>
      (await operator.call(attendanceHistory.file, { centerId, ...march, ...more })).status
    expect(await statusOf({ to: '2026-02-01' })).toBe(422)
    expect(await statusOf({ from: '2020-01-01' })).toBe(422)
    expect(await statusOf({ classId: cast.foreign.id })).toBe(404)
    expect(await statusOf({ studentId: newId() })).toBe(404)
  })

  test('the file of parents has a row per parent and child, with rights, for the students in the filtered list', async () => {
    const rows = await rowsOf(parents.file, {})
    expect(rows).toMatchObject([
      {
        'Student number': '2001',
        'Parent first name': 'María',
        'Parent last name': typed,
        'First name': typed,
      },
      {
        'Student number': '2002',
        Email: 'maria@test.example',
        Phone: '+15551234567',
        'Gets messages': 'yes',
        'May pick up': 'yes',
      },
    ])
    await world.database.single`update parent_links set contact = false where student_id = ${cast.ben.id}`
    expect(await rowsOf(parents.file, { search: 'ben' })).toEqual([{ ...rows[1], 'Gets messages': 'no' }])
    expect(await rowsOf(parents.file, { filter: 1 })).toEqual([])
    expect((await operator.call(parents.file, { centerId, filter: 3 })).status).toBe(422)
  })

  test('the file of parents lists each parent once, even if they fill more than one page', async () => {
    await world.database.write(async (db) => {
      const make = factories(db)
      const many = []
      for (let n = 0; n < 6; n += 1) many.push(await make.student(centerId, { lastName: 'Many' }))
      for (let n = 0; n < 90; n += 1) await make.parent(many, { lastName: `Many ${n % 3}` })
    })
    const rows = await rowsOf(parents.file, { search: 'many' })
    expect(rows).toHaveLength(540)
    expect(new Set(rows.map((row) => `${row['Email']} ${row['Student number']}`)).size).toBe(540)
  })

  test('the exported file of oddities has the same rows as the filtered report', async () => {
    const { body } = await operator.call(oddities.list, { centerId })
    const rows = await rowsOf(oddities.file, {})
    expect(rows).toHaveLength(body.length)
    expect(rows.map((row) => row['Problem']).join('\n')).toContain(typed.slice(1))
    const key = body.find(({ severity }) => severity === 'warn')?.key ?? ''
    await operator.call(oddities.snooze, { centerId, key, until: '2026-03-20', reason: evil })
    expect(await rowsOf(oddities.file, { show: 'snoozed' })).toMatchObject([
      { 'Snoozed until': '2026-03-20', 'Snooze reason': typed },
    ])
    expect(await rowsOf(oddities.file, {})).toHaveLength(body.length - 1)
    expect(new Set((await rowsOf(oddities.file, { show: 'warn' })).map(({ Severity }) => Severity))).toEqual(
      new Set(['Needs attention']),
    )
    const [kind] = body.map(({ code }) => code)
    const shown = await operator.call(oddities.list, { centerId, code: kind })
    expect((await rowsOf(oddities.file, { code: kind })).map(({ Problem }) => Problem)).toEqual(
      shown.body.filter(({ snoozedUntil }) => !snoozedUntil).map(({ text }) => text),
    )
    expect((await operator.call(oddities.file, { centerId, show: 'bad' as never })).status).toBe(400)
  })

  test('the file of prospects lists each one’s stage, source, wishes, and next step with its date', async () => {
    expect(await rowsOf(prospects.file, {})).toMatchObject([
      {
        'Student number': '2003',
        Stage: 'Inquiry',
        Source: typed,
        'Next step': 'Call, then "write"',
        'Next step date': '2026-03-09',
        Wants: 'Math: Math 5',
      },
    ])
    expect(await rowsOf(prospects.file, { search: 'ben' })).toEqual([])
  })

  test('the file of make-up credits has the missed class and the state of each credit, for the students in the filtered list', async () => {
    const { status } = await operator.call(credits.grant, {
      centerId,
      studentId: cast.ana.id,
      classId: cast.english.id,
      missedOn: '2026-02-25',
      reason: '+1, they said',
    })
    expect(status).toBe(201)
    const rows = await rowsOf(credits.file, {})
    expect(rows).toMatchObject([
      {
        'Student number': '2002',
        'Missed on': '2026-03-10',
        Class: typed,
        Reason: 'Reported in advance',
        State: 'Open',
        'Make-up on': '',
      },
      { 'Student number': '2001', 'Missed on': '2026-02-25', Reason: 'Granted', Note: '+1, they said' },
    ])
    expect(await rowsOf(credits.file, { search: 'ben' })).toEqual([rows[0]])
  })

  test('the file of messages has their sender, recipients, subject and text', async () => {
    await operator.call(emails.send, {
      centerId,
      audience: { studentIds: [cast.ana.id] },
      subject: '=1+1, "é"',
      body: 'Dear {{parent}},\nhello',
    })
    expect(await rowsOf(emails.file, {})).toMatchObject([
      {
        Subject: '=1+1, "é"',
        By: `Omar ${typed}`,
        'To the parents of': '1 student',
        Message: 'Dear {{parent}},\nhello',
      },
    ])
  })

  test('the file of staff has everybody who works at the center, with their duties and account', async () => {
    const rows = await rowsOf(people.staffFile, {})
    expect(rows).toContainEqual({
      'First name': 'Tess',
      'Last name': 'Núñez',
      Duties: 'Teacher',
      Substitute: '',
      Role: '',
      Email: '',
      Account: 'No account',
    })
    expect(rows).toContainEqual(
      expect.objectContaining({
        'First name': 'Omar',
        'Last name': typed,
        Role: 'Operator',
        Account: 'Active',
      }),
    )
  })
})
