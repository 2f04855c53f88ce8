import { beforeAll, describe, expect, test } from 'vitest'
import { people } from '#features/accounts/people/api.ts'
import { students } from '#features/students/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { classes } from '../classes/api.ts'
import { places } from '../places/api.ts'
import { tableImports } from './api.ts'
import type { ImportKind } from './columns.ts'

const world = await openWorld()
const centerId = 'Maple'
let manager: Caller
let operator: Caller
let stranger: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const [here, there] = [await make.center({ id: centerId }), await make.center()]
    return {
      manager: await make.staff('manager', here.id),
      operator: await make.staff('operator', here.id),
      stranger: await make.staff('manager', there.id),
    }
  })
  manager = await world.as(cast.manager)
  operator = await world.as(cast.operator)
  stranger = await world.as(cast.stranger)
})

type More = { columns?: (string | null)[]; who?: Caller }

const send = (
  kind: ImportKind,
  csv: string,
  { dryRun = false, who = manager, ...more }: More & { dryRun?: boolean } = {},
) => who.call(tableImports.start, { centerId, kind, csv, dryRun, ...more })

/** Returns the results of a dry run, row by row. */
async function rowsOf(kind: ImportKind, csv: string, more: More = {}) {
  const { status, body } = await send(kind, csv, { ...more, dryRun: true })
  expect(status).toBe(201)
  return body.checked.rows.map(({ does, title, facts, note }) => [does, title, facts, note])
}

const undo = (kind: ImportKind, id: string, who = manager) =>
  who.call(tableImports.undo, { centerId, kind, id })

async function importedId(kind: ImportKind, csv: string) {
  const { status, body } = await send(kind, csv)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.import?._id ?? ''
}

const staffNames = async () =>
  (await manager.call(people.staff, { centerId })).body.map(
    ({ firstName, lastName, duties }) => `${firstName} ${lastName}: ${duties.join(', ')}`,
  )
const classNames = async () => (await manager.call(classes.list, { centerId })).body.map(({ name }) => name)
const stored = async () => {
  const [row] = await world.database.read<Record<string, number>[]>`
    select (select count(*)::int from people) as people, (select count(*)::int from staff) as staff, (select count(*)::int from classes) as classes,
      (select count(*)::int from places) as places, (select count(*)::int from audit) as audit, (select count(*)::int from mail) as mail,
      (select count(*)::int from runs) as runs`
  return row
}

describe('a dry run', () => {
  test('reports what every row of a staff file would do, and stores nothing', async () => {
    const before = await stored()
    const csv = [
      'First name,Last name,Role,Email',
      'Ada,Byron,Tutor,ada@staff.test',
      'Omar,Haddad,Front desk,omar@staff.test',
      'Ada,Byron,teacher,ADA@staff.test',
      'Eve,Moss,astronaut,',
      ',,Teacher,',
      'Ivy,Poe,Operator,',
      'Joe,Roe,Teacher,nobody',
    ].join('\n')
    expect(await rowsOf('staff', csv)).toEqual([
      ['add', 'Ada Byron', 'Teacher', ''],
      ['add', 'Omar Haddad', 'Operator', 'Gets an invitation'],
      ['skip', 'Ada Byron', 'Teacher', 'Already on the staff'],
      ['error', 'Eve Moss', '', 'Role must be Operator, Teacher or Assistant.'],
      ['error', '', '', 'First name must not be empty.'],
      ['error', 'Ivy Poe', '', 'An operator needs an email address for the invitation.'],
      ['error', 'Joe Roe', '', expect.stringMatching(/^Email must be/)],
    ])
    expect(await stored()).toEqual(before)
  })

  test('reads good rows before and after a wrong one', async () => {
    const csv = [
      'Name,Subject,Day,Time,Seats,First day,Last day',
      'Solid,Math,Mon,16:00,4,2026-09-07,',
      'Upside down,Math,Mon,16:00,4,2026-09-07,2026-09-01',
      'Also solid,Math,Tue,4 PM,4,9/8/2026,6/11/2027',
    ].join('\n')
    const before = await stored()
    expect((await rowsOf('classes', csv)).map(([does]) => does)).toEqual(['add', 'error', 'add'])
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['16:00', '4:00\u00a0PM'],
    ['4:00 PM', '4:00\u00a0PM'],
    ['4pm', '4:00\u00a0PM'],
    ['12 am', '12:00\u00a0AM'],
    ['12:15 p.m.', '12:15\u00a0PM'],
    ['09.30', '9:30\u00a0AM'],
  ])('reads the time %s', async (time, shown) =>
    expect(await rowsOf('classes', `Name,Subject,Day,Time,Seats\nA,Math,Wednesday,${time},4\n`)).toEqual([
      ['add', 'A', `Wednesday at ${shown}, 4 seats`, ''],
    ]),
  )

  test.each([
    ['A,Math,Monday,25:00,4', 'Time must look like 16:00 or 4:00 PM.'],
    ['A,Math,Monday,16,4', 'Time must look like 16:00 or 4:00 PM.'],
    ['A,Math,M,16:00,4', 'Day must be a weekday such as Monday.'],
    ['A,Alchemy,Monday,16:00,4', 'Subject must be Math, English, Private Tutoring or Group.'],
    ['A,Math,Monday,16:00,many', 'Seats must be a whole number.'],
    ['A,Math,Monday,16:00,0', 'Seats must be at least 1.'],
    [',Math,Monday,16:00,4', 'Name must not be empty.'],
    [
      ',Maths,Monday,25:00,0',
      'Subject must be Math, English, Private Tutoring or Group. Time must look like 16:00 or 4:00 PM. Name must not be empty. Seats must be at least 1.',
    ],
  ])('explains what is wrong with the class %s', async (row, note) =>
    expect(await rowsOf('classes', `Name,Subject,Day,Time,Seats\n${row}\n`)).toMatchObject([
      ['error', row.split(',')[0], '', note],
    ]),
  )

  test.each([
    ['', /Line 1 is empty|Line 1 /],
    ['Foo,Bar\n1,2\n', /has no column that can be imported/],
    ['Name,Subject\nA\n', /Line 2/],
    ['Name,Subject\n', /Line 1 has the column names, but no rows follow/],
    [`Name\n${'A\n'.repeat(501)}`, /more than 500 rows/],
  ])('explains why a file can’t be read (%#)', async (csv, message) => {
    const { body } = await send('classes', csv, { dryRun: true })
    expect(body.checked.rows).toEqual([])
    expect(`Line ${body.checked.errors[0]?.line} ${body.checked.errors[0]?.message}`).toMatch(message)
    expect((await send('classes', csv)).status).toBe(422)
  })

  test('accepts manually mapped columns, and refuses fields of another kind of file', async () => {
    const csv = 'Bezeichnung,Fach,Tag,Uhrzeit,Plätze\nA,Math,Monday,16:00,4\n'
    const named = ['name', 'subject', 'day', 'time', 'maxSize']
    expect(await rowsOf('classes', csv, { columns: named })).toEqual([
      ['add', 'A', 'Monday at 4:00\u00a0PM, 4 seats', ''],
    ])
    for (const wrong of [['name', 'name', null, null, null], ['duty', null, null, null, null], ['name']]) {
      const { body } = await send('classes', csv, { columns: wrong, dryRun: true })
      expect(body.checked.errors).toHaveLength(1)
    }
  })
})

describe('an import', () => {
  test('can add staff, then their classes, then enrollments', async () => {
    await importedId(
      'staff',
      'Name,Duty,Email\n"Diaz, Rosa",Teacher,rosa@staff.test\nOmar Reyes,Assistant,\n',
    )
    expect(await staffNames()).toEqual(
      expect.arrayContaining(['Rosa Diaz: teacher', 'Omar Reyes: assistant']),
    )

    const timetable = [
      'Class,Subject,Day,Start,Minutes,Capacity,Instructor,Starts',
      'Algebra,Math,Monday,4:00 PM,60,2,Rosa Diaz,2026-03-02',
      'Algebra,Math,Wednesday,4:00 PM,60,2,rosa@staff.test,2026-03-02',
      'Reading,English,Tuesday,17:00,45,3,,2026-03-02',
    ].join('\n')
    await importedId('classes', timetable)
    const { body: made } = await manager.call(classes.list, { centerId })
    expect(
      made.map(({ name, day, time, minutes, maxSize, teacher }) => [
        name,
        day,
        time,
        minutes,
        maxSize,
        teacher?.firstName,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Algebra', 1, '16:00', 60, 2, 'Rosa'],
        ['Algebra', 3, '16:00', 60, 2, 'Rosa'],
        ['Reading', 2, '17:00', 45, 3, undefined],
      ]),
    )

    for (const [studentNum, firstName] of [
      ['K1', 'Kim'],
      ['K2', 'Lou'],
      ['K3', 'Mia'],
    ] as const)
      await manager.call(students.add, { centerId, studentNum, firstName, lastName: 'Park' })
    const enrollments = [
      'Student ID,Student name,Class,Day,First day',
      'K1,,Algebra,Mon,2026-03-09',
      ',Lou Park,Algebra,Mon,2026-03-09',
      ',"Park, Mia",Reading,,2026-03-10',
    ].join('\n')
    expect((await rowsOf('enrollments', enrollments)).map(([does, , facts]) => [does, facts])).toEqual([
      ['add', 'Algebra, Monday at 4:00\u00a0PM, from Mar 9, 2026'],
      ['add', 'Algebra, Monday at 4:00\u00a0PM, from Mar 9, 2026'],
      ['add', 'Reading, Tuesday at 5:00\u00a0PM, from Mar 10, 2026'],
    ])
    const { body } = await send('enrollments', enrollments)
    expect(body.import).toMatchObject({ added: 3, undoable: true })
    const again = await rowsOf('enrollments', enrollments)
    expect(again.map(([does, , , note]) => [does, note])).toEqual(
      enrollments
        .split('\n')
        .slice(1)
        .map(() => ['skip', 'Already enrolled']),
    )
    expect((await send('enrollments', enrollments)).body).toMatchObject({ code: 'no_rows' })
  })

  test('never overbooks a class; a row beyond its size is an error', async () => {
    await importedId('classes', 'Name,Subject,Day,Time,Seats\nTiny,Math,Friday,16:00,1\n')
    for (const firstName of ['Ned', 'Oda'])
      await manager.call(students.add, { centerId, firstName, lastName: 'Tiny' })
    const csv = 'Student,Class\nNed Tiny,Tiny\nOda Tiny,Tiny\n'
    expect((await rowsOf('enrollments', csv)).map(([does, , , note]) => [does, note])).toEqual([
      ['add', ''],
      ['error', expect.stringContaining('full')],
    ])
    const before = await stored()
    const { status, body } = await send('enrollments', csv)
    expect([status, body]).toMatchObject([
      422,
      { code: 'wrong_row', message: expect.stringMatching(/^Line 3: /) },
    ])
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['Nobody,Tiny,,', 'No student is named “Nobody”.'],
    ['Sam Twin,Tiny,,', '2 students are named “Sam Twin”. Use the student number.'],
    ['Ned Tiny,Algebra,,', '2 classes are named “Algebra”. Add the day and the time.'],
    ['Ned Tiny,Alchemy,,', 'No matching class is named “Alchemy”.'],
    ['Ned Tiny,Tiny,,soon', 'First day must be a date like 2026-09-07.'],
    ['Ned Tiny,,,', 'Class is required.'],
    [',Tiny,,', 'Student number or name is required.'],
  ])('explains what is wrong with the enrollment %s', async (row, note) => {
    await world.database.write(async (db) => {
      const [twins] = await db<
        { count: number }[]
      >`select count(*)::int as count from people where last_name = 'Twin'`
      for (let at = twins?.count ?? 0; at < 2; at += 1)
        await factories(db).student(centerId, { firstName: 'Sam', lastName: 'Twin' })
    })
    expect(await rowsOf('enrollments', `Student,Class,Day,First day\n${row}\n`)).toEqual([
      ['error', row.split(',')[0], '', note],
    ])
  })

  test('of staff is refused to operators (who can import classes), and people of other centers can import nothing', async () => {
    expect((await send('staff', 'Name\nPat Poe\n', { who: operator })).status).toBe(403)
    expect(
      (await send('classes', 'Name,Subject,Day,Time,Seats\nOwn,Math,Friday,18:00,1\n', { who: operator }))
        .status,
    ).toBe(201)
    expect((await send('classes', 'Name\nA\n', { who: stranger })).status).toBe(404)
  })

  test('asks a person who already has an account for consent, and doesn’t count them as added', async () => {
    const { email } = await world.database.write((db) => factories(db).staff('editor', null))
    const { body } = await send('staff', `Name,Email\nAny Name,${email}\nReal New,real@staff.test\n`)
    // The result must not reveal which of the addresses has an account.
    expect(body.checked.rows.map(({ does, note }) => [does, note])).toEqual([
      ['add', ''],
      ['add', ''],
    ])
    expect(body.import?.added).toBe(1)
  })

  test('invites an operator once, and not in a dry run', async () => {
    const mails = async () =>
      (await world.database.read`select 1 from mail where to_address = 'front@staff.test'`).length
    const csv = 'Name,Duty,Email\nFran Front,Operator,front@staff.test\n'
    await rowsOf('staff', csv)
    expect(await mails()).toBe(0)
    await importedId('staff', csv)
    expect(await mails()).toBe(1)
  })
})

describe('undoing an import', () => {
  test('removes empty classes, and is refused once somebody is in one', async () => {
    const [first, second] = [
      await importedId('classes', 'Name,Subject,Day,Time,Seats\nGone,Math,Monday,18:00,4\n'),
      await importedId('classes', 'Name,Subject,Day,Time,Seats\nUsed,Math,Monday,19:00,4\n'),
    ]
    expect((await undo('classes', first)).body).toMatchObject({
      undoable: false,
      undoneAt: expect.any(String),
    })
    expect(await classNames()).not.toContain('Gone')
    expect((await undo('classes', first)).body).toMatchObject({ code: 'undone' })

    await manager.call(students.add, { centerId, firstName: 'Una', lastName: 'Used' })
    const enrolled = await importedId('enrollments', 'Student,Class\nUna Used,Used\n')
    expect((await undo('classes', second)).body).toMatchObject({ code: 'in_use' })
    expect(await classNames()).toContain('Used')
    expect((await undo('enrollments', enrolled)).status).toBe(200)
    expect((await undo('classes', second)).status).toBe(200)
    expect(await classNames()).not.toContain('Used')
  })

  test('of enrollments skips those that have since been removed', async () => {
    await importedId('classes', 'Name,Subject,Day,Time,Seats\nLater,Math,Thursday,18:00,4\n')
    await manager.call(students.add, { centerId, firstName: 'Vic', lastName: 'Later' })
    const id = await importedId('enrollments', 'Student,Class\nVic Later,Later\n')
    const { body: found } = await manager.call(students.list, { centerId, search: 'Vic Later' })
    const studentId = found.students[0]?._id ?? ''
    const { body: studentPlaces } = await manager.call(places.ofStudent, { centerId, studentId })
    await manager.call(places.remove, { centerId, placeId: studentPlaces[0]?._id ?? '' })
    expect((await undo('enrollments', id)).status).toBe(200)
  })

  test('of staff ends their duties, but is refused once one of them has a class', async () => {
    const id = await importedId('staff', 'Name\nWes Short\nXia Busy\n')
    await importedId('classes', 'Name,Subject,Day,Time,Seats,Teacher\nBusy,Math,Sunday,10:00,4,Xia Busy\n')
    expect((await undo('staff', id)).body).toMatchObject({
      code: 'in_use',
      message: expect.stringContaining('Xia Busy'),
    })
    expect(await staffNames()).toContain('Wes Short: teacher')
    const alone = await importedId('staff', 'Name\nYan Alone\n')
    expect((await undo('staff', alone)).status).toBe(200)
    expect(await staffNames()).not.toContain('Yan Alone: teacher')
  })

  test('is possible only within a day, and only for users who may import', async () => {
    const id = await importedId('staff', 'Name\nZed Late\n')
    expect((await undo('staff', id, operator)).status).toBe(403)
    expect((await undo('staff', id, stranger)).status).toBe(404)
    expect((await undo('classes', id)).status).toBe(404)
    await world.database.write(
      (db) => db`update runs set created_at = created_at - interval '25 hours' where id = ${id}`,
    )
    expect((await undo('staff', id)).body).toMatchObject({ code: 'too_late' })
    const { body } = await manager.call(tableImports.list, { centerId, kind: 'staff' })
    expect(body.find(({ _id }) => _id === id)).toMatchObject({ added: 1, undoable: false })
  })
})
