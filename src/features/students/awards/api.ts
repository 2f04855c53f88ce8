import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Suggestion } from './award-suggestions.ts'

/** An award that is due to a student. */
const Due = Suggestion.extend({ studentId: Id, firstName: z.string(), lastName: z.string() })

/** Which awards are due at a center (product §10), or to one of its students; giving one is `records.addAward`. By name, the first 200. */
export const awards = {
  due: get('/centers/:centerId/awards/due', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, studentId: Id.optional() }),
    output: z.array(Due),
  }),
}
