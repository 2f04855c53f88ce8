import { countryOf } from '#features/centers/queries.ts'
import { fullName } from '#shared/full-name.ts'
import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import { enter, reachable } from '#server/gate.ts'
import type { check } from './api.ts'
import { knownLike } from './queries.ts'
import { checkRows, readPerson, traitsOf } from './matching.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/**
 * Checks whether students about to be added may already exist or repeat each other. Returns a result per row.
 */
export async function duplicatesOf(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof check)['students']>,
) {
  const center = await enter(db, actor, input.centerId)
  const { country } = one(await countryOf(db, center), notFound)
  const read = input.rows.map(({ ref, ...fields }) => ({ ref, ...readPerson(fields, country) }))
  const people = read.map(({ person }) => person)
  const known = await knownLike(db, { center, reached: await reachable(db, actor) }, traitsOf(people))
  const rows = checkRows(read, known, center).map(({ candidates, family, ...verdict }, at) => ({
    ...verdict,
    candidates: candidates.map(({ known: each, match, why }) => ({
      studentId: each.id,
      centerId: each.centerId,
      name: fullName(each),
      studentNum: each.studentNum,
      match,
      why,
    })),
    family: family && {
      ...family,
      students: family.students.map((each) => ({ studentId: each.id, name: fullName(each) })),
    },
    errors: read[at]?.errors ?? [],
  }))
  return { rows }
}
