import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { studentExport } from './export/api.ts'
import { readCsv } from '#shared/csv.ts'
import type { InputOf } from '#shared/contract.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { students } from './api.ts'
import { type ListSort, type StudentConditions, reasonsToWatch } from './figures.ts'

const world = await openWorld()
const days = ['2026-02-03', '2026-02-10', '2026-02-17', '2026-02-24']

/**
 * Creates five students in two classes, each with different marks (p for present), scores, open work and
 * credits.
 */
const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const operator = await make.staff('operator', center.id)
    const [rivera, chen] = [await make.teacher(center.id), await make.teacher(center.id)]
    const math = await make.klass(center.id, { name: 'Math 5', teacherId: rivera.id })
    const english = await make.klass(center.id, { name: 'English 3', day: 3, teacherId: chen.id })
    const student = async (
      firstName: string,
      { marks = '', scores = [] as string[], level = 'Math 5', klass = math },
    ) => {
      const made = await make.student(center.id, { firstName, lastName: firstName, level })
      await make.place(klass, made.id)
      for (const [n, mark] of [...marks].entries())
        await db`
          insert into attendances (center_id, id, class_id, student_id, held_on, mark, arrived_at)
          values (${center.id}, ${newId()}, ${klass.id}, ${made.id}, ${days[n] ?? ''}, ${mark === 'p' ? 'present' : 'absent'},
            ${mark === 'p' ? '2026-02-03T21:30:00Z' : null})`
      for (const [n, score] of scores.entries())
        await db`
          insert into student_tests (center_id, id, student_id, record_by, held_on, subject, level, test, score1)
          values (${center.id}, ${newId()}, ${made.id}, ${operator.id}, ${days[n] ?? ''}, 'Math', 'Math 5', ${`Test ${n}`}, ${score})`
      return made
    }
    const ana = await student('Ana', { marks: 'pppp', scores: ['8/10', '85%'] })
    const ben = await student('Ben', { marks: 'ppaa', scores: ['9/10'] })
    const cleo = await student('Cleo', { marks: 'pppa', scores: ['18/20', '70%'], level: 'Math 6' })
    const dora = await student('Dora', { klass: english })
    const eve = await student('Eve', { marks: 'paap', klass: english })
    await db`
      insert into work (center_id, id, student_id, kind, name, item, assigned_by, due_on)
      values (${center.id}, ${newId()}, ${dora.id}, 'homework', 'Homework 1', 'a', ${operator.id}, '2026-03-02')`
    await db`
      insert into credits (center_id, id, student_id, class_id, missed_on, reason, expires_on)
      values (${center.id}, ${newId()}, ${eve.id}, ${english.id}, '2026-02-10', 'notice', '2026-03-08')`
    return { centerId: center.id, operator, ana, ben, cleo, dora, eve, math, english, chen }
  })
let cast: Awaited<ReturnType<typeof makeCast>>
let office: Caller

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

type ListInput = Partial<StudentConditions> & { sort?: ListSort; down?: boolean; search?: string }
const list = async (ask: ListInput = {}) =>
  (await office.call(students.list, { centerId: cast.centerId, ...ask })).body.students
const names = async (ask: ListInput) => (await list(ask)).map(({ firstName }) => firstName).join(' ')

describe('the student list', () => {
  test('shows each student’s attendance, absences, last score, overdue work and expiring credits', async () => {
    expect((await list()).map(({ figures }) => figures)).toEqual([
      { attendance: 100, absences: 0, inRow: 0, lastScore: 85, scoreBefore: 80, overdue: 0, expiring: 0 },
      { attendance: 50, absences: 2, inRow: 2, lastScore: 90, scoreBefore: null, overdue: 0, expiring: 0 },
      { attendance: 75, absences: 1, inRow: 1, lastScore: 70, scoreBefore: 90, overdue: 0, expiring: 0 },
      {
        attendance: null,
        absences: 0,
        inRow: 0,
        lastScore: null,
        scoreBefore: null,
        overdue: 1,
        expiring: 0,
      },
      { attendance: 50, absences: 2, inRow: 0, lastScore: null, scoreBefore: null, overdue: 0, expiring: 1 },
    ])
  })

  test.each<[ListInput, string]>([
    [{ sort: 'attendance' }, 'Ben Eve Cleo Ana Dora'],
    [{ sort: 'attendance', down: true }, 'Ana Cleo Ben Eve Dora'],
    [{ sort: 'absences', down: true }, 'Ben Eve Cleo Ana Dora'],
    [{ sort: 'lastScore' }, 'Cleo Ana Ben Dora Eve'],
    [{ sort: 'overdue', down: true }, 'Dora Ana Ben Cleo Eve'],
    [{ sort: 'attendance', search: 'e' }, 'Ben Eve Cleo'],
  ])('is sorted as requested, with unknown figures last: %j', async (ask, expected) => {
    expect(await names(ask)).toBe(expected)
  })

  test.each<[string, () => ListInput, string]>([
    ['students to watch', () => ({ watch: true }), 'Ben Cleo Dora Eve'],
    ['attendance below a percentage', () => ({ attendanceBelow: 75 }), 'Ben Eve'],
    ['absences', () => ({ absences: 2 }), 'Ben Eve'],
    ['the last score', () => ({ scoreBelow: 80 }), 'Cleo'],
    ['overdue work', () => ({ overdue: true }), 'Dora'],
    ['a class', () => ({ classId: cast.english.id }), 'Dora Eve'],
    ['a teacher', () => ({ teacherId: cast.chen.id }), 'Dora Eve'],
    ['a level', () => ({ level: 'Math 6' }), 'Cleo'],
    ['several conditions together', () => ({ classId: cast.english.id, absences: 1, watch: true }), 'Eve'],
  ])('can be filtered by %s, and so can its exported file', async (_, ask, expected) => {
    expect(await names(ask())).toBe(expected)
    const { text } = await office.call(studentExport.students, {
      centerId: cast.centerId,
      columns: 'firstName',
      ...ask(),
    })
    expect(
      readCsv(text)
        .rows.slice(1)
        .flatMap(({ cells }) => cells),
    ).toEqual(expected.split(' '))
  })

  test('comes in pages sorted by a figure, without gaps or repeats', async () => {
    const many = await world.database.write(async (db) => {
      const make = factories(db)
      const center = await make.center()
      for (let each = 0; each < 52; each += 1) await make.student(center.id, { lastName: `Name${each % 3}` })
      return { id: center.id, operator: await make.staff('operator', center.id) }
    })
    const caller = await world.as(many.operator)
    const first = await caller.call(students.list, { centerId: many.id, sort: 'attendance', down: true })
    const second = await caller.call(students.list, {
      centerId: many.id,
      sort: 'attendance',
      down: true,
      after: first.body.after ?? '',
    })
    const ids = [...first.body.students, ...second.body.students].map(({ _id }) => _id)
    expect([first.body.count, second.body.after, new Set(ids).size]).toEqual([52, null, 52])
  })

  test('includes the figures in its exported file', async () => {
    const { text } = await office.call(studentExport.students, {
      centerId: cast.centerId,
      columns: 'firstName,attendance,absences,lastScore,overdue',
    })
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      'First name,Attendance,Absences,Last score,Overdue',
      'Ana,100%,0,85%,0',
      'Ben,50%,2,90%,0',
    ])
  })

  test.each([{ sort: 'parent' }, { attendanceBelow: 0 }, { absences: 1.5 }, { classId: 'x' }])(
    'refuses %j',
    async (ask) => {
      const input = { centerId: cast.centerId, ...ask } as InputOf<typeof students.list>
      expect([400, 422]).toContain((await office.call(students.list, input)).status)
    },
  )
})

test('each reason to watch a student names the figure and the part of the page that shows it', () => {
  const ordinary = {
    attendance: 90,
    absences: 1,
    inRow: 1,
    lastScore: 80,
    scoreBefore: 90,
    overdue: 0,
    expiring: 0,
  }
  expect(reasonsToWatch(ordinary)).toEqual([])
  expect(reasonsToWatch({ ...ordinary, inRow: 3, lastScore: 60, overdue: 2, expiring: 1 })).toEqual([
    { part: 'attendance', text: 'Missed the last 3 classes' },
    { part: 'tests', text: 'Scores fell from 90% to 60%' },
    { part: 'work', text: '2 overdue assignments' },
    { part: 'make-ups', text: '1 make-up credit about to expire' },
  ])
})
