import { z } from 'zod'
import { del, get, Nothing, post } from '#shared/contract.ts'
import { RequiredText } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'

const inCenter = z.object({ centerId: CenterName })
const Snippet = z.object({ _id: Id, text: z.string() })
export type Snippet = z.infer<typeof Snippet>

/** What somebody often writes about answers at a center: their own few, in the order in which they were kept. */
export const snippets = {
  list: get('/centers/:centerId/snippets', { who: 'work.assign', input: inCenter, output: z.array(Snippet) }),
  /** Kept twice it is one. 422 when there are as many as keys could tell apart. */
  keep: post('/centers/:centerId/snippets', {
    who: 'work.assign',
    input: inCenter.extend({ text: RequiredText(200) }),
    output: Snippet,
  }),
  drop: del('/centers/:centerId/snippets/:id', { who: 'work.assign', input: inCenter.extend({ id: Id }), output: Nothing }),
}
