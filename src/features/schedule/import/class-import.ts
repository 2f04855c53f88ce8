import { staffOf } from '#features/accounts/people/queries.ts'
import { countryOf } from '#features/centers/queries.ts'
import { subjects } from '#features/centers/subjects.ts'
import { todayAt } from '#features/centers/today.ts'
import { dayWords } from '#features/students/rules.ts'
import { fold } from '#shared/fold.ts'
import { one } from '#server/db.ts'
import { clock } from '#shared/day-text.ts'
import { notFound } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { classes } from '../classes/api.ts'
import { addClass, removeUnusedClass } from '../classes/classes.ts'
import { classRows } from '../classes/queries.ts'
import { lockClass } from '../places/queries.ts'
import { typeWords } from '../rules.ts'
import type { Importer } from './imports.ts'
import {
  type Cells,
  inputFor,
  orderIn,
  readDate,
  readTime,
  readWeekday,
  readWhole,
  spellingsOf,
  onlyMatch,
  valueOf,
} from './read-rows.ts'

const subjectNames = Object.fromEntries(subjects.map((subject) => [subject, [subject]])) as Record<
  (typeof subjects)[number],
  [string]
>
const types = {
  REGULAR: [typeWords.REGULAR, 'class'],
  PT: [typeWords.PT, 'private', '1:1'],
  GROUP: [typeWords.GROUP, 'camp', 'workshop'],
} as const

type Teacher = { id: string; firstName: string; lastName: string; email: string | null }

/**
 * Returns the id of the teacher with this email address or full name (first or last name first), or null for
 * empty text. Throws 422 if none or more than one matches.
 */
function teacherFor(text: string, teachers: readonly Teacher[]) {
  if (text === '') return null
  const found = teachers.filter(
    (teacher) =>
      teacher.email?.toLowerCase() === text.toLowerCase() ||
      spellingsOf(teacher).some((name) => fold(name) === fold(text)),
  )
  return onlyMatch(
    found,
    `Teacher “${text}” isn’t on the staff. Import the staff first.`,
    `${found.length} teachers are named “${text}”. Use the email address.`,
  ).id
}

type Slot = { name: string; day: number; time: string }
const keyOf = ({ name, day, time }: Slot) => `${fold(name)} ${day} ${time}`

const readClass = (
  cell: Cells,
  { order, teachers }: { order: ReturnType<typeof orderIn>; teachers: readonly Teacher[] },
) =>
  inputFor('classes', classes.add, {
    name: () => cell('name'),
    subject: () => valueOf(cell('subject'), { label: 'Subject', among: subjectNames }),
    type: () => valueOf(cell('type') || 'REGULAR', { label: 'Type', among: types }),
    day: () => readWeekday(cell('day')),
    time: () => readTime(cell('time')),
    minutes: () => readWhole('Minutes', cell('minutes')),
    maxSize: () => readWhole('Seats', cell('maxSize')),
    teacherId: () => teacherFor(cell('teacher'), teachers),
    startDate: () => readDate('First day', cell('startDate'), order),
    endDate: () => readDate('Last day', cell('endDate'), order) ?? null,
    notes: () => cell('notes'),
  })

/** Imports classes under the same rules as `POST /centers/{centerId}/classes`. */
export const classImport: Importer = {
  titleOf: (cell) => cell('name'),

  async begin(call) {
    const { db, center } = call
    const { country } = one(await countryOf(db, center), notFound)
    const teachers = (await staffOf(db, center)).filter(({ duties }) => duties.includes('teacher'))
    const on = await todayAt(db, center)
    const known = new Set((await classRows(db, center, { on, which: 'coming' })).map(keyOf))
    return async ({ cell }) => {
      const fields = readClass(cell, { order: orderIn(country), teachers })
      const facts = `${dayWords[fields.day]} at ${clock(fields.time)}, ${counted(fields.maxSize, 'seat')}`
      if (known.has(keyOf(fields))) return { facts, id: null, note: 'Already in the class schedule' }
      const { id, warnings } = await addClass(call, fields)
      known.add(keyOf(fields))
      return { facts, id, note: warnings.map(({ text }) => text).join(' ') }
    }
  },

  async undo(call, { added }) {
    await lockClass(call.db, call.center, added)
    for (const classId of added) await removeUnusedClass(call, classId)
  },
}
