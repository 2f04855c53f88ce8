import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { CenterName } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { stepNames } from './steps.ts'

/** A step of setting up a center. */
const FirstStep = record('FirstStep', { name: z.enum(stepNames), done: z.boolean() })

/**
 * Steps of setting up a new center, in order, and which are done. Empty if nothing is left to do, and in the demo.
 * The center's setting `firstSteps` says if the dashboard shows it.
 */
export const firstSteps = {
  read: get('/centers/:centerId/first-steps', {
    who: 'centers.change',
    input: z.object({ centerId: CenterName }),
    output: z.array(FirstStep),
  }),
}
