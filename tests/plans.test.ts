import { beforeAll, expect, test } from 'vitest'
import { centerName, fillOffice, idOf, large } from '../bench/office-world.ts'
import { workNumber } from '../bench/work-world.ts'
import { attendanceRoutes } from '#features/attendance/routes.ts'
import { allCentersRoutes } from '#features/overview/all-centers/routes.ts'
import { searchRoutes } from '#features/overview/search/routes.ts'
import { dashboardRoutes } from '#features/overview/routes.ts'
import { exportedTables, rowsOf } from '#features/centers/archive/queries.ts'
import { classroomRoutes } from '#features/classroom/routes.ts'
import { familyRoutes } from '#features/family/routes.ts'
import { automaticKinds } from '#features/family/subscriptions/kinds.ts'
import { gradingRoutes } from '#features/grading/routes.ts'
import { odditiesRoutes } from '#features/oddities/routes.ts'
import { ownRoutes, ownSectionRoutes } from '#features/practice/answering/routes.ts'
import { givenRoutes, givingRoutes } from '#features/practice/assigning/routes.ts'
import { practiceRoutes, studentWorkRoutes } from '#features/practice/routes.ts'
import { pageOfWork } from '#features/practice/rules.ts'
import { classesRoutes } from '#features/schedule/classes/routes.ts'
import { daysRoutes } from '#features/schedule/days/routes.ts'
import { schedulesRoutes } from '#features/schedule/routes.ts'
import { claimDue } from '#features/reminders/due-queries.ts'
import { prospectsRoutes } from '#features/students/prospects/routes.ts'
import { recordsRoutes } from '#features/students/records/routes.ts'
import { studentsRoutes } from '#features/students/routes.ts'
import type { CenterId } from '#server/gate.ts'
import { role } from '#server/scope.ts'
import { calls, most, tooMuchIn, watchPlans } from './plan-fixture.ts'
import { openWorld, today, urlFor } from './world.ts'

/**
 * Checks how much PostgreSQL reads for everyday screens with 10,000 students, 100,000 marks and 20,000
 * answers. PostgreSQL reports the plan of every statement.
 */

const world = await openWorld()
const { db, plans } = watchPlans(world.url, [centerName(7)])
let big: Set<string>

beforeAll(async () => {
  await fillOffice(urlFor(world.url, 'superuserUrl'), { ...large, weeks: 13, works: 1, questions: 2 })
  await world.database.single`
    insert into sent_reminders (center_id, kind, about, person_id)
    select center_id, 'class', student_id || ' before', parent_id from parent_links limit 15000`
  await world.database.single`analyze sent_reminders`
  const rows = await world.database.read<
    { relname: string }[]
  >`select relname from pg_class where relkind = 'r' and reltuples >= ${most}`
  big = new Set(rows.map(({ relname }) => relname))
  return () => db.end()
})

const centerId = centerName(7)
const actor = {
  kind: 'operator' as const,
  id: idOf('operator', 7),
  firstName: 'Olive',
  centers: [centerId],
  session: '',
}
const call = { actor, db, center: null, ifMatch: null, from: { address: '', agent: '', known: [] } }
const at = { ...call, center: centerId as CenterId }
type Listed = Partial<Parameters<typeof studentsRoutes.list>[0]['input']>
const list = (more: Listed) => () =>
  studentsRoutes.list({ ...at, input: { filter: 0, search: '', sort: 'name', down: false, ...more } })

/** Number of a student whose class meets today. The test uses the student's homework from last week. */
const s = 61 * large.centers + 7
const studentId = idOf('member', 3 * s)
const itemId = idOf('work', workNumber({ students: large.centers * large.students, works: 1 }, 1, s))
const classId = idOf('class', 7 * 60 + 1)
const own = { ...call, actor: { ...actor, kind: 'students' as const, id: studentId } }

const screens: [string, () => Promise<unknown>][] = [
  ['the list of students', list({})],
  ['the next page of the list of students', list({ after: idOf('member', 3 * 2007) })],
  ['the list of prospects', list({ filter: 1 })],
  ['the list of students and prospects', list({ filter: 2 })],
  ['a search for a name', list({ search: 'Alexandra' })],
  ['a search for two parts of a name', list({ filter: 2, search: 'ja smi' })],
  ['a search for two letters', list({ search: 'al' })],
  ['a search for a letter', list({ search: 'a' })],
  ['a search for a number', list({ search: 'S1042' })],
  ['a search for an email', list({ search: 'parent7040@families.example' })],
  ['a search for a phone number', list({ search: '5550007040' })],
  ['a search for a parent’s name', list({ search: 'parent 7040' })],
  ['a search over the whole center', () => searchRoutes.all({ ...at, input: { find: 'smith' } })],
  [
    'a search over the whole center for two letters',
    () => searchRoutes.all({ ...at, input: { find: 'al' } }),
  ],
  ['a search without a match', list({ search: 'Qwertyuiop' })],
  ['the students by attendance', list({ sort: 'attendance' })],
  ['the students to watch', list({ watch: true, sort: 'absences', down: true })],
  ['the students of a class', list({ classId: idOf('class', 7 * 60 + 1) })],
  ['the schedule of a day', () => schedulesRoutes.day({ ...at, input: { scheduleId: today } })],
  [
    'the overview of a month',
    () => daysRoutes.list({ ...at, input: { from: '2026-03-01', to: '2026-03-31' } }),
  ],
  [
    'the roll of a class',
    () => attendanceRoutes.roll({ ...at, input: { classId: idOf('class', 7 * 60 + 1), on: today } }),
  ],
  ['the classes', () => classesRoutes.list({ ...at, input: {} })],
  ['the board of prospects', () => prospectsRoutes.board({ ...at, input: { search: '' } })],
  ['the dashboard', () => dashboardRoutes.read({ ...at, input: {} })],
  [
    'the comparison of centers',
    () => allCentersRoutes.compare({ ...call, input: { from: '2026-02-04', to: today } }),
  ],
  [
    'the open tasks and the money due at centers',
    () => allCentersRoutes.tasksAndMoney({ ...call, input: {} }),
  ],
  ['the oddities', () => odditiesRoutes.list({ ...at, input: {} })],
  [
    'the work of a student',
    () => studentWorkRoutes.atWork({ ...call, input: { id: studentId, works: pageOfWork } }),
  ],
  ['the record of a student', () => recordsRoutes.activities({ ...at, input: { studentId } })],
  ['a piece of homework', () => givenRoutes('homework').item({ ...call, input: { id: studentId, itemId } })],
  [
    'the answers to a question',
    () => givingRoutes.sectionQuestion({ ...call, input: { id: studentId, itemId, s: 1, n: 1 } }),
  ],
  [
    'the earlier answers to a question',
    () => givingRoutes.sectionQuestion({ ...call, input: { id: studentId, itemId, s: 1, n: 1, after: 2 } }),
  ],
  ['work that waits for grading by a person', () => gradingRoutes.queue({ ...at, input: {} })],
  ['the tiles of a class', () => classroomRoutes.tiles({ ...call, input: { classId } })],
  [
    'the answers of a class',
    () => classroomRoutes.answers({ ...call, input: { classId, after: undefined } }),
  ],
  ['a student’s own work', () => practiceRoutes.self({ ...own, input: { works: pageOfWork } })],
  ['a student’s own homework', () => ownRoutes('homework').item({ ...own, input: { id: itemId } })],
  [
    'a question of a student’s own homework',
    () => ownSectionRoutes.question({ ...own, input: { id: itemId, s: 1, n: 1 } }),
  ],
  ...(['answers', 'attendances', 'parent_links', 'students', 'work'] as const).map(
    (table): [string, () => Promise<unknown>] => [
      `the export of a center’s ${table}`,
      async () => {
        // Run it with the rights of the database's owner, as exports do.
        await db.unsafe('set role none')
        const [found] = (await exportedTables(db)).filter((each) => each.table === table)
        const page = { ...found!, columns: ['center_id'], most: 50 }
        const first = await rowsOf(db, at.center, { ...page, after: null })
        await rowsOf(db, at.center, { ...page, after: first.at(-1)?.at ?? null })
        await db.unsafe(`set role ${role}`)
      },
    ],
  ),
  ...automaticKinds.map((kind): [string, () => Promise<unknown>] => [
    `automatic messages of the kind ${kind}`,
    async () => {
      // Run them with the rights of the database's owner, as jobs do.
      await db.unsafe('set role none')
      const announced = [today, '2026-03-04']
      const due = {
        today,
        time: '16:45',
        center: at.center,
        onSinceDay: '2026-01-01',
        onSince: '2026-01-01',
        days: 7,
        announced,
      }
      await claimDue(db, kind, due, 100)
      await db.unsafe(`set role ${role}`)
    },
  ]),
  ['a student’s own record', () => familyRoutes.self({ ...own, input: {} })],
]

test('the test data is large enough', () => {
  expect([...big]).toEqual(
    expect.arrayContaining([
      'people',
      'students',
      'student_keys',
      'parent_links',
      'programs',
      'places',
      'attendances',
      'work',
      'work_questions',
      'answers',
      'sent_reminders',
    ]),
  )
})

test.each(screens)(
  'for %s, PostgreSQL reads no large table completely and at most 10,000 rows of any table',
  async (_, show) => {
    plans.length = 0
    for (let n = 0; n < calls; n += 1) await show()
    expect(plans.length).toBeGreaterThanOrEqual(calls)
    expect(tooMuchIn(plans, big)).toEqual([])
  },
)
