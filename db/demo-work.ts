import { v7 as newId } from 'uuid'
import { putMarks } from '#features/attendance/queries.ts'
import { afterMark } from '#features/attendance/rules.ts'
import { complete } from '#features/practice/answering/completion.ts'
import { putAnswers, workToGrade } from '#features/practice/answering/answer-queries.ts'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork, testSections } from '#features/practice/assigning/queries.ts'
import { afterAnswer, type WorkKind } from '#features/practice/rules.ts'
import { grade, solutionOf } from '#features/questions/rules.ts'
import { putAward, putLevels, putNote, putTest } from '#features/students/records/queries.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import type { Db } from '#server/db.ts'
import type { DemoClass, DemoStudent } from './demo.ts'

/** True for every `days`-th index. Spreads the demo's history over the students. */
const every = (days: number, index: number) => index % days === days - 1

/** Marks all students in every class that has met: mostly present, sometimes absent. */
export async function markPast(
  db: Db,
  { classes, from, today, by }: { classes: DemoClass[]; from: Day; today: Day; by: string },
) {
  let count = 0
  for (let on = from; on < today; on = addDays(on, 1)) {
    const day = weekday(on)
    const marks = classes
      .filter((klass) => klass.day === day)
      .flatMap(({ id, centerId, students }) =>
        students.map((student) => ({
          id: newId(),
          centerId,
          classId: id,
          studentId: student.id,
          on,
          ...afterMark(null, every(11, ++count) ? 'absent' : 'present', { at: `${on}T22:00:00Z` }),
        })),
      )
    if (marks.length > 0) await putMarks(db, marks, { by, device: null, at: `${on}T22:00:00Z` })
  }
}

export type DemoSection = { id: string; levelId: string; level: number; subject: string; questions: number }
type Doing = { students: DemoStudent[]; sections: DemoSection[]; by: string; today: Day }

/** Creates homework for each student: two assignments are complete, one is started, and one isn't started. */
export async function doHomework(db: Db, { students, sections, by, today }: Doing) {
  for (const [index, student] of students.entries()) {
    const fitting = sections.filter(({ subject, level }) => subject === 'Math' && level === student.level)
    for (const [at, section] of fitting.slice(0, 4).entries()) {
      const of = workFor(student, { kind: 'homework', item: section.id, sections: [section.id], by })
      await putWork(db, { ...of, name: `Homework ${at + 1}`, dueOn: addDays(today, at - 1) })
      if (at === 3) continue
      await startWork(db, of)
      await answerSome(db, of, {
        upTo: at === 2 ? Math.ceil(section.questions / 2) : section.questions,
        slip: index + at,
      })
      if (at < 2) await complete(db, of)
    }
  }
}

/**
 * Creates a test for every second student and an assessment for every third, at their level: not started,
 * started, handed in, or returned.
 */
export async function doTests(db: Db, { students, sections, by, today }: Doing) {
  for (const [index, student] of students.entries()) {
    const { levelId } = sections.find(
      ({ subject, level }) => subject === 'Math' && level === student.level,
    ) as DemoSection
    const of = { levelId, student, by, dueOn: addDays(today, 2) }
    if (index % 2 === 0) await doTest(db, { ...of, state: states[(index / 2) % 4] as DemoState, slip: index })
    if (index % 3 === 0)
      await doAssessment(db, { ...of, state: states[(index / 3) % 4] as DemoState, slip: index })
  }
}

const states = ['assigned', 'started', 'submitted', 'returned'] as const
type DemoState = (typeof states)[number]
type Test = { levelId: string; student: DemoStudent; by: string; dueOn: Day; state: DemoState; slip: number }

async function doTest(db: Db, { levelId, student, by, dueOn, state, slip }: Test) {
  // Use the last chapter for a submitted test. It has questions of all kinds, so some wait for a person to
  // grade them.
  const chapterNum = state === 'submitted' ? 3 : 1
  const sections = await testSections(db, { levelId, chapterNum })
  const of = workFor(student, {
    kind: 'test',
    item: `test ${levelId} ${chapterNum}`,
    sections: sections.map(({ id }) => id),
    by,
  })
  const name = `${sections[0]?.level}, chapter ${chapterNum}`
  await putWork(db, { ...of, name, dueOn, levelId, chapterNum, minutes: state === 'assigned' ? 30 : null })
  await doSome(db, of, { state, slip })
}

async function doAssessment(db: Db, { levelId, student, by, dueOn, state, slip }: Test) {
  const sections = await testSections(db, { levelId, chapterNum: null })
  const of = workFor(student, {
    kind: 'assessment',
    item: `assessment ${levelId}`,
    sections: sections.map(({ id }) => id),
    by,
  })
  await putWork(db, { ...of, name: `${sections[0]?.level}: assessment`, dueOn, levelId })
  await doSome(db, of, { state, slip })
}

type Given = { kind: WorkKind; item: string; sections: string[]; by: string }
type Working = ReturnType<typeof workFor>

const workFor = ({ id: studentId, centerId }: DemoStudent, { by, ...work }: Given) => ({
  ...work,
  centerId,
  studentId,
  id: newId(),
  assignedBy: by,
})

async function doSome(db: Db, of: Working, { state, slip }: { state: DemoState; slip: number }) {
  if (state === 'assigned') return
  await startWork(db, of)
  await answerSome(db, of, { upTo: state === 'started' ? 4 : 100, slip, waits: state === 'submitted' })
  if (state !== 'started') await complete(db, of)
}

/** Answers to a question without an answer key, which a person must grade. */
const explanations = [
  'Because both can be shared in two equal parts.',
  'An even number plus an even number is even.',
  'The sum ends in an even digit.',
  'I tried it and it worked.',
]

/**
 * Answers the first `upTo` questions. Every fourth question, shifted by `slip`, gets a wrong answer if it has
 * parts. Questions that a person must grade are answered only if `waits` is set.
 */
async function answerSome(
  db: Db,
  of: Working,
  { upTo, slip, waits = false }: { upTo: number; slip: number; waits?: boolean },
) {
  const studentScope = { studentId: of.studentId, centers: [of.centerId] }
  for (let n = 1; n <= upTo; n += 1) {
    const [work] = await workToGrade(db, [{ ...studentScope, id: of.id, kind: of.kind, s: null, n }])
    if (!work) return
    const right = solutionOf(work.key)
    const wrong = every(4, n + slip)
    const explanation = explanations[(n + slip) % explanations.length] as string
    const given =
      right.kind === 'fr'
        ? { ...right, parts: right.parts.map((part) => (part === '' ? explanation : wrong ? '1' : part)) }
        : right
    const verdict = grade(work.key, given)
    if (verdict.status === 'ungraded' && !waits) continue
    const after = { ...work, ...afterAnswer(work.kind, work, verdict, { same: false }) }
    await putAnswers(db, [
      {
        ...after,
        workId: of.id,
        seq: 1,
        id: newId(),
        given,
        verdict,
        typedAt: null,
        pageId: null,
      },
    ])
  }
}

const notes = [
  'Counts on fingers when tired.',
  'Reads the question twice now, and it shows.',
  'Would like to sit by the window.',
]

/**
 * Creates the office's records of these students: paper tests with their scores, a level reached, a note and,
 * for some, an award.
 */
export async function keepRecords(
  db: Db,
  { students, by, today }: { students: DemoStudent[]; by: string; today: Day },
) {
  for (const [index, { id: studentId, centerId, level }] of students.entries()) {
    const of = { studentId, by }
    for (let chapter = 1; chapter <= 4; chapter += 1) {
      const points = 12 + ((5 * index + 3 * chapter) % 9)
      await putTest(db, centerId, {
        ...of,
        id: newId(),
        date: addDays(today, 14 * (chapter - 5) + (index % 5)),
        subject: 'Math',
        level: `Math ${level}`,
        test: `Chapter ${chapter}`,
        name: '',
        score1: `${points}/20`,
        score2: points < 17 ? `${points + 3}/20` : null,
      })
    }
    await putLevels(db, centerId, {
      ...of,
      levels: [{ id: newId(), name: 'Math', level: `Math ${level}`, chapter: 1 }],
    })
    await putNote(db, centerId, { ...of, id: newId(), msg: notes[index % notes.length] as string })
    if (index === 0 || index % 4 === 2)
      await putAward(db, centerId, {
        ...of,
        id: newId(),
        type: 'Medal',
        subject: 'Math',
        note: 'Three tests with 90% or more',
        rule: null,
      })
  }
}
