import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { CenterName } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { stepNames } from './steps.ts'

const FirstStep = record('FirstStep', { name: z.enum(stepNames), done: z.boolean() })

/**
 * Setup steps for a new center, in order, and whether each is done. Empty if nothing is left to do, and for
 * demo accounts. The center's setting `firstSteps` determines whether the dashboard shows them.
 */
export const firstSteps = {
  read: get('/centers/:centerId/first-steps', {
    who: 'centers.change',
    input: z.object({ centerId: CenterName }),
    output: z.array(FirstStep),
  }),
}
