import { countryOf } from '#features/centers/queries.ts'
import { todayAt } from '#features/centers/today.ts'
import { lockStudents } from '#features/students/queries.ts'
import { dayWords } from '#features/students/rules.ts'
import { one } from '#server/db.ts'
import { clock, dateInWords } from '#shared/day-text.ts'
import { notFound } from '#shared/problem.ts'
import { classRows } from '../classes/queries.ts'
import { places } from '../places/api.ts'
import { enroll, removePlace } from '../places/places.ts'
import { lockClass } from '../places/queries.ts'
import type { Importer } from './imports.ts'
import { enrolled, namedStudents, placesLeft } from './queries.ts'
import {
  type Cells,
  nameIndex,
  inputFor,
  orderIn,
  readDate,
  readTime,
  readWeekday,
  spellingsOf,
  onlyMatch,
  valueOf,
  wrongRow,
} from './read-rows.ts'

const types = {
  regular: ['Regular', 'enrolled', 'active'],
  waitlist: ['Waitlist', 'waiting', 'wait list'],
} as const

const nameIn = (cell: Cells) => cell('student') || `${cell('firstName')} ${cell('lastName')}`.trim()

type Student = Awaited<ReturnType<typeof namedStudents>>[number]

/**
 * Returns a function that finds a row's student by number or, without one, by full name, with the first or
 * last name first. It throws 422 if there is none or more than one.
 */
function studentFinder(students: readonly Student[]) {
  const numbered = nameIndex(students, ({ studentNum }) => [studentNum])
  const called = nameIndex(students, spellingsOf)
  return (cell: Cells) => {
    const [num, name] = [cell('studentNum'), nameIn(cell)]
    if (num === '' && name === '') throw wrongRow('Student number or name is required.')
    const found = num === '' ? called(name) : numbered(num)
    return onlyMatch(
      found,
      num === '' ? `No student is named “${name}”.` : `No student has the number ${num}.`,
      `${found.length} students are named “${name}”. Use the student number.`,
    )
  }
}

type Class = { id: string; name: string; day: number; time: string }

/**
 * Returns a function that finds a row's class by name and, if given, day and time. It throws 422 if there is
 * none or more than one.
 */
function classFinder(classes: readonly Class[]) {
  const called = nameIndex(classes, ({ name }) => [name])
  return (cell: Cells) => {
    const name = cell('class')
    if (name === '') throw wrongRow('Class is required.')
    const day = cell('day') === '' ? null : readWeekday(cell('day'))
    const time = cell('time') === '' ? null : readTime(cell('time'))
    const found = called(name).filter(
      (each) => (day === null || each.day === day) && (time === null || each.time === time),
    )
    return onlyMatch(
      found,
      `No matching class is named “${name}”.`,
      `${found.length} classes are named “${name}”. Add the day and the time.`,
    )
  }
}

/** Imports places in classes under the same rules as `POST /centers/{centerId}/classes/{classId}/places`. */
export const enrollmentImport: Importer = {
  titleOf: (cell) => nameIn(cell) || cell('studentNum'),

  async begin(call, rows) {
    const { db, center } = call
    const on = await todayAt(db, center)
    const { country } = one(await countryOf(db, center), notFound)
    const studentFor = studentFinder(await namedStudents(db, center))
    const classFor = classFinder(await classRows(db, center, { on, which: 'coming' }))
    const taken = new Set((await enrolled(db, center, on)).map(keyOf))
    const named = <T>(find: (cell: Cells) => T) =>
      rows.flatMap(({ cell }) => {
        try {
          return [find(cell)]
        } catch {
          // Ignore the error here, because it is reported later for the row itself.
          return []
        }
      })
    await lockClass(db, center, [...new Set(named((cell) => classFor(cell).id))])
    await lockStudents(db, center, [...new Set(named((cell) => studentFor(cell).id))])
    return async ({ cell }) => {
      const input = inputFor('enrollments', places.enroll, {
        studentId: () => studentFor(cell).id,
        classId: () => classFor(cell).id,
        type: () => valueOf(cell('type') || 'regular', { label: 'Type', among: types }),
        startDate: () => readDate('First day', cell('startDate'), orderIn(country)) ?? on,
        endDate: () => readDate('Last day', cell('endDate'), orderIn(country)) ?? null,
      })
      const klass = classFor(cell)
      const facts = `${klass.name}, ${dayWords[klass.day]} at ${clock(klass.time)}, from ${dateInWords(input.startDate)}`
      if (taken.has(keyOf(input))) return { facts, id: null, note: 'Already enrolled' }
      const { _id } = await enroll(call, input)
      taken.add(keyOf(input))
      return { facts, id: _id, note: input.type === 'waitlist' ? 'On the waitlist' : '' }
    }
  },

  async undo(call, { added }) {
    const { db, center } = call
    const left = await placesLeft(db, center, added)
    await lockClass(db, center, [...new Set(left.map(({ classId }) => classId))])
    await lockStudents(db, center, [...new Set(left.map(({ studentId }) => studentId))])
    for (const { id: placeId } of left) await removePlace({ ...call, ifMatch: null }, { placeId })
  },
}

const keyOf = ({ classId, studentId }: { classId: string; studentId: string }) => `${classId} ${studentId}`
