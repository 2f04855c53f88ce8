import { v7 as newId } from 'uuid'
import { putMarks } from '#features/attendance/queries.ts'
import { afterMark } from '#features/attendance/rules.ts'
import { putProspect } from '#features/students/prospects/queries.ts'
import type { SetStage } from '#features/students/prospects/stages.ts'
import { putNote, putTest } from '#features/students/records/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { factories } from '#tests/factories.ts'
import { avatars } from '#shared/avatars.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import type { DemoClass } from './demo.ts'

/**
 * Plan for a prospect: a child whose parent recently asked for a place at a center. The demo has six, at
 * different stages. Days are counted from today.
 */
type Plan = {
  firstName: string
  lastName: string
  parent: string
  level: string
  source: string
  requestDay: number
  note?: string
  step?: string
  stepOn?: number
  test?: { on: number; score: string }
  trial?: { on: number; came?: boolean }
  set?: { stage: SetStage; on: number; lostReason?: string }
  enrolled?: number
}

const plans: Plan[] = [
  {
    firstName: 'Theo',
    lastName: 'Park',
    parent: 'Jin',
    level: 'Math 3',
    source: 'Website',
    requestDay: -6,
    step: 'Call back about Saturdays',
    stepOn: -1,
    note: 'Father works shifts, mornings are best.',
  },
  {
    firstName: 'Lena',
    lastName: 'Ortiz',
    parent: 'Carla',
    level: 'Math 5',
    source: 'School',
    requestDay: -12,
    test: { on: -4, score: '13/20' },
    step: 'Discuss the test result',
    stepOn: 1,
  },
  {
    firstName: 'Amara',
    lastName: 'Diallo',
    parent: 'Fatou',
    level: 'Math 2',
    source: 'Recommendation',
    requestDay: -19,
    test: { on: -13, score: '16/20' },
    trial: { on: 2 },
    note: 'Comes with her cousin, who is already a student here.',
  },
  {
    firstName: 'Mina',
    lastName: 'Sato',
    parent: 'Kenji',
    level: 'Math 4',
    source: 'Walk-in',
    requestDay: -24,
    trial: { on: -12, came: true },
    set: { stage: 'offer', on: -5 },
    step: 'Deciding between two classes',
    stepOn: 3,
  },
  {
    firstName: 'Ravi',
    lastName: 'Menon',
    parent: 'Asha',
    level: 'Math 1',
    source: 'Website',
    requestDay: -31,
    trial: { on: -22, came: true },
    enrolled: -13,
  },
  {
    firstName: 'Piotr',
    lastName: 'Nowak',
    parent: 'Ewa',
    level: 'Math 5',
    source: 'Advertisement',
    requestDay: -40,
    trial: { on: -26, came: false },
    set: { stage: 'lost', on: -17, lostReason: 'No suitable time' },
  },
]

type Stage = {
  make: ReturnType<typeof factories>
  centerId: CenterId
  classes: readonly DemoClass[]
  today: Day
  by: string
}

/**
 * Returns the level's class that meets first on or after a day, and the day on which it meets. Throws if the
 * level has no class.
 */
function meetingFrom(classes: readonly DemoClass[], { level, from }: { level: string; from: Day }) {
  const ahead = ({ day }: DemoClass) => (day - weekday(from) + 7) % 7
  const [klass] = classes
    .filter((each) => `${each.subject} ${each.level}` === level)
    .toSorted((one, other) => ahead(one) - ahead(other))
  if (!klass) throw new Error(`A demo center has classes at ${level}.`)
  return { klass, on: addDays(from, ahead(klass)) }
}

/** Books a trial in the level's next class on or after the planned day. Marks attendance if `came` is set. */
async function book(
  db: Db,
  { make, centerId, classes, today, by }: Stage,
  {
    studentId,
    level,
    trial,
    bookedAt,
  }: { studentId: string; level: string; trial: NonNullable<Plan['trial']>; bookedAt: string },
) {
  const { klass, on } = meetingFrom(classes, { level, from: addDays(today, trial.on) })
  const place = await make.place(klass, studentId, { type: 'trial', startsOn: on, endsOn: on })
  await db`update places set created_at = ${bookedAt} where center_id = ${centerId} and id = ${place.id}`
  if (trial.came === undefined) return
  const at = `${on}T22:00:00Z`
  const mark = {
    id: newId(),
    centerId,
    classId: klass.id,
    studentId,
    on,
    ...afterMark(null, trial.came ? 'present' : 'absent', { at }),
  }
  await putMarks(db, [mark], { by, device: null, at })
}

async function makeProspect(
  db: Db,
  stage: Stage,
  { firstName, lastName, parent, level, source, requestDay, ...plan }: Plan,
) {
  const { make, centerId, today, by } = stage
  const at = (day: number) => `${addDays(today, day)}T15:00:00Z`
  const status = plan.enrolled === undefined ? ('prospect' as const) : ('active' as const)
  const index = plans.findIndex((each) => each.lastName === lastName)
  const student = await make.student(centerId, {
    studentNum: `M${1100 + index}`,
    avatar: avatars[7 * index],
    grade: String(Number(level.slice(-1)) + 1),
    firstName,
    lastName,
    level,
    status,
    email: `${firstName.toLowerCase()}@family.example`,
  })
  const of = { studentId: student.id, by, id: newId() }
  await make.parent([student], { firstName: parent, lastName })
  await db`update students set created_at = ${at(requestDay)} where center_id = ${centerId} and id = ${student.id}`
  if (plan.test) {
    const date = addDays(today, plan.test.on)
    await putTest(db, centerId, {
      ...of,
      date,
      subject: 'Math',
      level,
      test: 'Placement',
      name: '',
      score1: plan.test.score,
      score2: null,
    })
    await db`update student_tests set created_at = ${at(plan.test.on)} where center_id = ${centerId} and id = ${of.id}`
  }
  if (plan.trial)
    await book(db, stage, {
      studentId: student.id,
      level,
      trial: plan.trial,
      bookedAt: at(Math.max(requestDay, plan.trial.on - 6)),
    })
  if (plan.note) await putNote(db, centerId, { ...of, msg: plan.note })
  const { set = null, step = '', stepOn } = plan
  await putProspect(db, centerId, {
    studentId: student.id,
    source,
    lostReason: set?.lostReason ?? '',
    nextStep: step,
    nextOn: stepOn === undefined ? null : addDays(today, stepOn),
    set: set && { stage: set.stage, at: at(set.on) },
  })
  if (plan.enrolled === undefined) return
  await db`update prospects set enrolled_on = ${addDays(today, plan.enrolled)} where center_id = ${centerId} and student_id = ${student.id}`
  const { klass, on } = meetingFrom(stage.classes, { level, from: addDays(today, plan.enrolled) })
  await make.place(klass, student.id, { startsOn: on, firstClass: true })
}

export async function makeProspects(db: Db, stage: Stage) {
  for (const plan of plans) await makeProspect(db, stage, plan)
}
