import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Suggestion } from './award-suggestions.ts'

/** An award that is due to a student. */
const DueAward = Suggestion.extend({ studentId: Id, firstName: z.string(), lastName: z.string() })

/**
 * Awards due at a center (product §10) or for one of its students, sorted by the student's name, at most 200.
 * `records.addAward` gives one.
 */
export const awards = {
  due: get('/centers/:centerId/awards/due', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, studentId: Id.optional() }),
    output: z.array(DueAward),
  }),
}
