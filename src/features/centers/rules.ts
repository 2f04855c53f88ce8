import { z } from 'zod'

/** When an absence gives a make-up: told of in time, excused or cancelled; always; never (product §3). */
export const MakeupRule = z.enum(['notice', 'always', 'never'])
export type MakeupRule = z.infer<typeof MakeupRule>

/** The rule in words, under 'A missed class gives a make-up'. */
export const makeupWords: Record<MakeupRule, string> = {
  notice: 'When the family told of it in time, or it was excused or cancelled',
  always: 'Always',
  never: 'Never',
}
