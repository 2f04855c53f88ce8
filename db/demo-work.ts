import { v7 as newId } from 'uuid'
import { putMarks } from '#features/attendance/queries.ts'
import { afterMark } from '#features/attendance/rules.ts'
import { workMap } from '#features/practice/queries.ts'
import { putAnswer, startWork, submitWork, workToGrade } from '#features/practice/doing/queries.ts'
import { putWork } from '#features/practice/giving/queries.ts'
import { afterAnswer, figures } from '#features/practice/rules.ts'
import { grade, solutionOf } from '#features/questions/rules.ts'
import { putAward, putLevels, putNote, putTest } from '#features/students/records/queries.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import type { Db } from '#server/db.ts'
import type { DemoClass, DemoStudent } from './demo.ts'

/** What happened at the demo centres in the last eight weeks: who came, and what was practised. */
const every = (days: number, index: number) => index % days === days - 1

/** A mark for everybody in every class that has met: mostly present, now and then absent. */
export async function markPast(db: Db, { classes, from, today, by }: { classes: DemoClass[]; from: Day; today: Day; by: string }) {
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

type Section = { id: string; level: number; subject: string; questions: number }

/** Homework in every state: each student has some that is complete, one begun and one that waits. */
export async function doHomework(
  db: Db,
  { students, sections, by, today }: { students: DemoStudent[]; sections: Section[]; by: string; today: Day },
) {
  for (const [index, student] of students.entries()) {
    const fitting = sections.filter(({ subject, level }) => subject === 'Math' && level === student.level)
    for (const [at, section] of fitting.slice(0, 4).entries()) {
      const id = newId()
      const given = {
        centerId: student.centerId,
        id,
        kind: 'homework' as const,
        studentId: student.id,
        item: section.id,
        assignedBy: by,
        sections: [section.id],
      }
      await putWork(db, { ...given, name: `Homework ${at + 1}`, dueOn: addDays(today, at - 1) })
      if (at === 3) continue
      await startWork(db, given)
      await answerSome(db, { student, id, upTo: at === 2 ? Math.ceil(section.questions / 2) : section.questions, slip: index + at })
      if (at < 2) await complete(db, { centerId: student.centerId, id })
    }
  }
}

type Working = { student: DemoStudent; id: string; upTo: number; slip: number }

async function answerSome(db: Db, { student, id, upTo, slip }: Working) {
  const whose = { studentId: student.id, centers: [student.centerId] }
  for (let n = 1; n <= upTo; n += 1) {
    const [work] = await workToGrade(db, whose, { id, kind: 'homework', s: 1, n })
    if (!work) continue
    const right = solutionOf(work.key)
    const wrong = every(4, n + slip)
    const given = wrong && right.kind === 'fr' ? { ...right, parts: right.parts.map(() => '1') } : right
    const verdict = grade(work.key, given)
    const after = { ...work, ...afterAnswer(work.kind, work, verdict, { same: false }) }
    await putAnswer(db, { ...after, workId: id, seq: 1, id: newId(), given, verdict, typedAt: null })
  }
}

async function complete(db: Db, { centerId, id }: { centerId: DemoStudent['centerId']; id: string }) {
  const rows = await workMap(db, { centerId, id })
  await submitWork(db, { centerId, id, state: 'returned', ...figures(rows) })
}

const said = ['Counts on fingers when tired.', 'Reads the question twice now, and it shows.', 'Would like to sit by the window.']

/** What the office has written down: tests on paper with their scores, a level reached, a note, and an award for some. */
export async function keepRecords(db: Db, { students, by, today }: { students: DemoStudent[]; by: string; today: Day }) {
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
    await putLevels(db, centerId, { ...of, levels: [{ id: newId(), name: 'Math', level: `Math ${level}`, chapter: 1 }] })
    await putNote(db, centerId, { ...of, id: newId(), msg: said[index % said.length] as string })
    if (every(4, index))
      await putAward(db, centerId, { ...of, id: newId(), type: 'Medal', subject: 'Math', note: 'Three tests of 90% and more', rule: null })
  }
}
