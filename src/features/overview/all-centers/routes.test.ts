import { describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { putDuty } from '#features/centers/queries.ts'
import { archive } from '#features/centers/archive/api.ts'
import { grading } from '#features/grading/api.ts'
import { oddities } from '#features/oddities/api.ts'
import { classes } from '#features/schedule/classes/api.ts'
import { readCsv } from '#shared/csv.ts'
import { factories } from '#tests/factories.ts'
import { openGrading } from '#tests/grading-fixture.ts'
import { today } from '#tests/world.ts'
import { attendanceRate } from '../attendance-rate.ts'
import { dashboard } from '../api.ts'
import { allCenters } from './api.ts'

/** World in which it is Tuesday, 2026-03-03, 16:45. */
const stage = await openGrading()
const { world } = stage
const { database } = world

type Make = ReturnType<typeof factories>
const make = <T>(work: (of: Make) => Promise<T>) => database.write((db) => work(factories(db)))
const admin = await make((of) => of.staff('admin', null))

/** Range covered by a dashboard's figures. */
const fourWeeks = { from: '2026-02-04', to: today }

/** Creates a manager of these centers. */
const managerOf = (...centers: string[]) =>
  database.write(async (db) => {
    const manager = await factories(db).staff('manager', null)
    for (const centerId of centers)
      await putDuty(db, { centerId, personId: manager.id, duty: 'office', type: 'permanent' })
    return manager
  })

async function compare(who: Parameters<typeof world.as>[0], range = fourWeeks) {
  const { status, body } = await (await world.as(who)).call(allCenters.compare, range)
  return { status, lines: body }
}

/** Creates the events of a test case at a center with classes on Tuesdays (3:00 to 3:30 PM) and Thursdays. */
type Story = (of: Make, at: { id: string; math: Klass; art: Klass }) => Promise<unknown>
type Klass = { id: string; centerId: string }

const inMath =
  (...places: NonNullable<Parameters<Make['place']>[2]>[]): Story =>
  async (of, { id, math }) => {
    const student = await of.student(id)
    for (const place of places) await of.place(math, student.id, place)
  }
const moves =
  (leaves: string, starts: string): Story =>
  async (of, { id, math, art }) => {
    const student = await of.student(id)
    await of.place(math, student.id, { endsOn: leaves })
    await of.place(art, student.id, { startsOn: starts })
  }
const none = { enrolled: 0, enrollments: 0, departures: 0, waitlist: 0, seats: 0 }

const stories: [string, Story, Partial<typeof none>][] = [
  ['a student who started before the range is enrolled, but not new', inMath({}), { enrolled: 1, seats: 1 }],
  [
    'a student who starts on the first day is new',
    inMath({ startsOn: '2026-02-04' }),
    { enrolled: 1, enrollments: 1, seats: 1 },
  ],
  [
    'a student who starts today is new',
    inMath({ startsOn: today }),
    { enrolled: 1, enrollments: 1, seats: 1 },
  ],
  ['a student who starts tomorrow doesn’t count yet', inMath({ startsOn: '2026-03-04' }), {}],
  [
    'a student whose last day was the day before the range has left',
    inMath({ endsOn: '2026-02-03' }),
    { departures: 1 },
  ],
  ['a student who left two days before the range doesn’t count', inMath({ endsOn: '2026-02-02' }), {}],
  ['a student whose last day was yesterday has left', inMath({ endsOn: '2026-03-02' }), { departures: 1 }],
  ['a student whose last day is today hasn’t left yet', inMath({ endsOn: today }), { enrolled: 1, seats: 1 }],
  [
    'a student who moves to another class the next day counts neither as new nor as having left',
    moves('2026-02-10', '2026-02-11'),
    { enrolled: 1, seats: 1 },
  ],
  [
    'a student who returns after a day without a class counts as new and as having left',
    moves('2026-02-10', '2026-02-12'),
    { enrolled: 1, enrollments: 1, departures: 1, seats: 1 },
  ],
  ['a student with a second class counts once', moves('2026-03-31', '2026-02-12'), { enrolled: 1, seats: 2 }],
  [
    'a student with two classes that start and end on the same days counts once',
    async (of, { id, math, art }) => {
      const student = await of.student(id)
      for (const klass of [math, art])
        await of.place(klass, student.id, { startsOn: '2026-02-09', endsOn: '2026-02-20' })
    },
    { enrollments: 1, departures: 1 },
  ],
  [
    'make-ups, trials and waitlist places don’t count as enrollments',
    async (of, { id, math, art }) => {
      const student = await of.student(id)
      await of.place(math, student.id, { type: 'make-up', startsOn: '2026-02-10', endsOn: '2026-02-10' })
      await of.place(math, student.id, { type: 'trial', startsOn: today, endsOn: today })
      await of.place(art, student.id, { type: 'waitlist', startsOn: '2026-02-10' })
    },
    { waitlist: 1 },
  ],
  [
    'a student on a break is still enrolled',
    async (of, { id, math }) => {
      const student = await of.student(id)
      await of.pause(await of.place(math, student.id), '2026-02-10', null)
    },
    { enrolled: 1, seats: 1 },
  ],
  [
    'a student on two waitlists counts once',
    async (of, { id, math, art }) => {
      const student = await of.student(id)
      for (const klass of [math, art]) await of.place(klass, student.id, { type: 'waitlist' })
    },
    { waitlist: 1 },
  ],
]

test.each(stories)('%s', async (_, story, want) => {
  const center = await make(async (of) => {
    const { id } = await of.center()
    const math = await of.klass(id, { time: '15:00', minutes: 30, maxSize: 3 })
    const art = await of.klass(id, { day: 4, maxSize: 5 })
    await story(of, { id, math, art })
    return id
  })
  const { lines } = await compare(await managerOf(center))
  expect(lines).toMatchObject([{ _id: center, ...none, ...want, maxSize: 8 }])
  const [{ enrolled, enrolledBefore, enrollments, departures }] = lines as [(typeof lines)[0]]
  expect(
    enrolled - enrolledBefore,
    'the change over a range is the number of new students minus those who left',
  ).toBe(enrollments - departures)
})

/**
 * Creates a center with a Tuesday class, whose meeting today is over, and two students who have been in it
 * since February 17.
 */
async function withMarks() {
  const { center, klass, ana, ben } = await make(async (of) => {
    const { id } = await of.center()
    const math = await of.klass(id, { time: '15:00', minutes: 30, maxSize: 3, startsOn: '2026-01-06' })
    const students = [await of.student(id), await of.student(id)] as const
    for (const student of students) await of.place(math, student.id, { startsOn: '2026-02-17' })
    return { center: id, klass: math, ana: students[0].id, ben: students[1].id }
  })
  const office = await world.as(admin)
  const take = (studentId: string, on: string, mark: 'present' | 'absent') =>
    office.call(attendance.take, {
      centerId: center,
      classId: klass.id,
      on,
      marks: [{ studentId, mark }],
    })
  return { center, klass, ana, ben, take, manager: await managerOf(center) }
}

describe('marks', () => {
  test.each<[string, { from: string; to: string }, object]>([
    [
      'are counted only within the range',
      { from: '2026-02-18', to: today },
      { marks: 2, came: 1, missingMarks: 2, missingClasses: 2 },
    ],
    [
      'are counted for a single day',
      { from: '2026-02-17', to: '2026-02-17' },
      { marks: 1, came: 1, missingMarks: 1, missingClasses: 1 },
    ],
    [
      'are counted up to today, but not beyond',
      { from: today, to: '2026-03-31' },
      { marks: 1, came: 0, missingMarks: 1, missingClasses: 1 },
    ],
    [
      'aren’t counted on future days',
      { from: '2026-03-04', to: '2026-03-31' },
      { marks: 0, came: 0, missingMarks: 0, missingClasses: 0 },
    ],
  ])('%s', async (_, range, want) => {
    const { manager, ana, ben, take } = await withMarks()
    await take(ana, '2026-02-17', 'present')
    await take(ana, '2026-02-24', 'present')
    await take(ben, today, 'absent')
    expect((await compare(manager, range)).lines).toMatchObject([want])
  })

  test('aren’t counted as missing for a canceled class, a closed day or a class in progress', async () => {
    const { center, klass, manager } = await withMarks()
    await database.write(async (db) => {
      await db`insert into class_days (center_id, class_id, held_on, canceled_at) values (${center}, ${klass.id}, '2026-02-17', now())`
      await db`insert into closures (center_id, held_on) values (${center}, '2026-02-24')`
      await db`update class_terms set minutes = 120 where center_id = ${center}`
    })
    expect((await compare(manager)).lines).toMatchObject([{ missingMarks: 0, missingClasses: 0 }])
  })
})

test('the figures of each center match its dashboard, classes, oddities and grading', async () => {
  const [one, other] = [await withMarks(), await withMarks()]
  await one.take(one.ana, '2026-02-24', 'present')
  await one.take(one.ben, '2026-02-24', 'absent')
  await one.take(one.ana, today, 'present')
  await other.take(other.ana, '2026-02-17', 'absent')
  await make(async (of) => {
    const waits = await of.student(one.center)
    await of.place(one.klass, waits.id, { type: 'waitlist' })
  })
  await stage.handedIn()
  await stage.handedIn()
  const third = stage.cast().centerId
  const manager = await managerOf(one.center, other.center, third)
  const { lines } = await compare(manager)
  expect(lines.map(({ _id }) => _id)).toEqual([one.center, other.center, third].toSorted())
  const office = await world.as(manager)
  for (const line of lines) {
    const at = { centerId: line._id }
    const { figures, heat, trend } = (await office.call(dashboard.read, at)).body
    expect({ ...line, attendance: attendanceRate(line), weeks: line.weeks }).toMatchObject({
      enrolled: figures.enrolled,
      enrolledBefore: figures.enrolledBefore,
      attendance: figures.attendance,
      seats: heat.reduce((sum, cell) => sum + cell.seats, 0),
      maxSize: heat.reduce((sum, cell) => sum + cell.maxSize, 0),
      weeks: trend,
    })
    const missing = (await office.call(oddities.list, { ...at, ...fourWeeks, code: 'AT01' })).body
    expect(line.missingClasses).toBe(missing.length)
    expect(line.toGrade).toBe((await office.call(grading.queue, at)).body.answers)
    const waiting = (await office.call(classes.list, at)).body.reduce((sum, each) => sum + each.waitlist, 0)
    expect(line.waitlist).toBe(waiting)
  }
  expect(lines.find(({ _id }) => _id === one.center)).toMatchObject({
    marks: 3,
    came: 2,
    missingMarks: 3,
    waitlist: 1,
  })
  expect(lines.find(({ _id }) => _id === third)).toMatchObject({ toGrade: 2 })
})

describe('the comparison', () => {
  test('lists a manager’s own centers, or all centers for an admin, but never archived ones', async () => {
    const [a, b, c] = [await withMarks(), await withMarks(), await withMarks()]
    const manager = await managerOf(a.center, b.center)
    const names = async (who: Parameters<typeof world.as>[0]) =>
      (await compare(who)).lines.map(({ _id }) => _id)
    expect(await names(manager)).toEqual([a.center, b.center].toSorted())
    expect(await names(admin)).toEqual(expect.arrayContaining([a.center, b.center, c.center]))
    await (await world.as(manager)).call(archive.set, { centerId: a.center, archived: true })
    expect(await names(manager)).toEqual([b.center])
    expect(await names(admin)).not.toContain(a.center)
    expect(await names(await managerOf())).toEqual([])
  })

  test('is not available to operators, editors, devices or families, or without a session', async () => {
    const { center, ana } = await withMarks()
    const cast = await make(async (of) => {
      const operator = await of.staff('operator', center)
      return [
        operator,
        await of.staff('editor', null),
        { ...(await of.device(center, operator.id)), kind: 'devices' as const },
        await of.parent([{ id: ana, centerId: center }]),
        { id: ana, kind: 'students' as const },
      ]
    })
    for (const endpoint of [allCenters.compare, allCenters.file]) {
      for (const who of cast)
        expect((await (await world.as(who)).call(endpoint, fourWeeks)).status, who.kind).toBe(403)
      expect((await (await world.as(null)).call(endpoint, fourWeeks)).status).toBe(401)
    }
    for (const who of cast)
      expect((await (await world.as(who)).call(allCenters.tasksAndMoney, {})).status, who.kind).toBe(403)
  })

  test.each([
    ['2026-03-03', '2026-03-03', 200],
    ['2025-01-28', '2026-03-03', 200],
    ['2026-03-03', '2026-03-02', 422],
    ['2025-01-27', '2026-03-03', 422],
    ['2026-02-30', '2026-03-03', 422],
    ['', '2026-03-03', 422],
    ['yesterday', 'today', 422],
  ])('from %s to %s returns %i', async (from, to, want) => {
    expect((await compare(admin, { from, to })).status).toBe(want)
    expect((await (await world.as(admin)).call(allCenters.file, { from, to })).status).toBe(want)
    await database.single`delete from failed_tries`
  })
})

test('the exported file has the same figures and no formulas, and the export is recorded', async () => {
  const { id } = await make((of) => of.center({ id: '=A1' }))
  const { center, take, ana } = await withMarks()
  await take(ana, today, 'present')
  const manager = await managerOf(id, center)
  const { status, text, headers } = await (await world.as(manager)).call(allCenters.file, fourWeeks)
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="comparison.csv"'])
  expect(text).toMatch(/^'=A1,/m)
  const { rows } = readCsv(text)
  expect(rows.map(({ cells }) => cells.slice(0, 4))).toEqual([
    ['Center', 'Enrolled', 'New', 'Left'],
    ['=A1', '0', '0', '0'],
    [center, '2', '2', '0'],
  ])
  expect(rows.map(({ cells }) => cells[8])).toEqual(['Attendance (%)', '', '100'])
  const [row] = await database.read`
    select person_id, center_id, after from audit where action = 'comparison.export' order by id desc limit 1`
  expect(row).toEqual({ personId: manager.id, centerId: null, after: { ...fourWeeks, count: 2 } })
})
