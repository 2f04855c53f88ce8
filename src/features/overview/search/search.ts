import { zoneOf } from '#features/centers/queries.ts'
import { wordsOf } from '#features/students/rules.ts'
import type { CenterCall } from '#server/call.ts'
import { today } from '#server/clock.ts'
import { one } from '#server/db.ts'
import { withId } from '#server/records.ts'
import { notFound } from '#shared/problem.ts'
import { classesFound, parentsFound, studentsFound } from './queries.ts'

/** Finds students, parents and classes of a center that match the search. */
export async function findAll({ db, center }: CenterCall, { find }: { find: string }) {
  if (wordsOf(find).length === 0) return { students: [], parents: [], classes: [] }
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const [students, parents, classes] = await Promise.all([
    studentsFound(db, center, find),
    parentsFound(db, center, find),
    classesFound(db, center, { find, on: today(timeZone) }),
  ])
  return { students: students.map(withId), parents: parents.map(withId), classes }
}
