import { countryOf } from '#features/centers/queries.ts'
import { todayAt } from '#features/centers/today.ts'
import { lockStudents } from '#features/students/queries.ts'
import { dayWords, fold } from '#features/students/rules.ts'
import { one } from '#server/db.ts'
import { clock, dateInWords } from '#shared/day-text.ts'
import { notFound } from '#shared/problem.ts'
import { classRows } from '../classes/queries.ts'
import { places } from '../places/api.ts'
import { enroll, removePlace } from '../places/places.ts'
import { lockClass, placeById } from '../places/queries.ts'
import type { Importer } from './imports.ts'
import { enrolled, namedStudents } from './queries.ts'
import {
  type Cells,
  inputFor,
  orderIn,
  readDate,
  readTime,
  readWeekday,
  valueOf,
  wrongRow,
} from './read-rows.ts'

const types = {
  regular: ['Regular', 'enrolled', 'active'],
  waitlist: ['Waitlist', 'waiting', 'wait list'],
} as const

const nameIn = (cell: Cells) => cell('student') || `${cell('firstName')} ${cell('lastName')}`.trim()

type Student = Awaited<ReturnType<typeof namedStudents>>[number]

/** Finds a student by number, or else by full name in either order. Throws 422 if there is none or several. */
function studentFor(cell: Cells, students: readonly Student[]) {
  const [num, name] = [cell('studentNum'), nameIn(cell)]
  if (num === '' && name === '') throw wrongRow('Student number or name must be given.')
  const found = students.filter(({ studentNum, firstName, lastName }) =>
    num === ''
      ? [`${firstName} ${lastName}`, `${lastName}, ${firstName}`].some((each) => fold(each) === fold(name))
      : fold(studentNum) === fold(num),
  )
  const [student, another] = found
  if (!student)
    throw wrongRow(num === '' ? `No student is called “${name}”.` : `No student has the number ${num}.`)
  if (another) throw wrongRow(`${found.length} students are called “${name}”. Use the student number.`)
  return student
}

type Class = { id: string; name: string; day: number; time: string }

/** Finds a class by name and, if given, day and time. Throws 422 if there is none or several. */
function classFor(cell: Cells, classes: readonly Class[]) {
  const name = cell('class')
  if (name === '') throw wrongRow('Class must be given.')
  const day = cell('day') === '' ? null : readWeekday(cell('day'))
  const time = cell('time') === '' ? null : readTime(cell('time'))
  const found = classes.filter(
    (each) =>
      fold(each.name) === fold(name) &&
      (day === null || each.day === day) &&
      (time === null || each.time === time),
  )
  const [klass, another] = found
  if (!klass) throw wrongRow(`No class “${name}” meets then.`)
  if (another) throw wrongRow(`${found.length} classes are called “${name}”. Add the day and the time.`)
  return klass
}

/** Imports places in classes, as `POST /centers/{centerId}/classes/{classId}/places` gives them one by one. */
export const enrollmentImport: Importer = {
  titleOf: (cell) => nameIn(cell) || cell('studentNum'),

  async begin(call, rows) {
    const { db, center } = call
    const on = await todayAt(db, center)
    const { country } = one(await countryOf(db, center), notFound)
    const students = await namedStudents(db, center)
    const classes = await classRows(db, center, { on, which: 'coming' })
    const taken = new Set((await enrolled(db, center, on)).map(keyOf))
    const named = <T>(find: (cell: Cells) => T) =>
      rows.flatMap(({ cell }) => {
        try {
          return [find(cell)]
        } catch {
          // The row itself says what is wrong.
          return []
        }
      })
    await lockClass(db, center, [...new Set(named((cell) => classFor(cell, classes).id))])
    await lockStudents(db, center, [...new Set(named((cell) => studentFor(cell, students).id))])
    return async ({ cell }) => {
      const [student, klass] = [studentFor(cell, students), classFor(cell, classes)]
      const asked = inputFor('enrollments', places.enroll, {
        classId: klass.id,
        studentId: student.id,
        type: valueOf(cell('type') || 'regular', { label: 'Type', among: types }),
        startDate: readDate('First day', cell('startDate'), orderIn(country)) ?? on,
        endDate: readDate('Last day', cell('endDate'), orderIn(country)) ?? null,
      })
      const where = { classId: klass.id, studentId: student.id }
      const facts = `${klass.name}, ${dayWords[klass.day]} at ${clock(klass.time)}, from ${dateInWords(asked.startDate)}`
      if (taken.has(keyOf(where))) return { facts, id: null, note: 'Already enrolled' }
      const { _id } = await enroll(call, asked)
      taken.add(keyOf(where))
      return { facts, id: _id, note: asked.type === 'waitlist' ? 'On the waitlist' : '' }
    }
  },

  async undo(call, { added }) {
    const { db, center } = call
    const left = []
    for (const id of added) left.push(...(await placeById(db, center, id)))
    await lockClass(db, center, [...new Set(left.map(({ classId }) => classId))])
    await lockStudents(db, center, [...new Set(left.map(({ studentId }) => studentId))])
    for (const { id: placeId } of left) await removePlace({ ...call, seen: null }, { placeId })
  },
}

const keyOf = ({ classId, studentId }: { classId: string; studentId: string }) => `${classId} ${studentId}`
