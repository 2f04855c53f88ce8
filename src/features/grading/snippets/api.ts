import { z } from 'zod'
import { del, get, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { RequiredText } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'

const inCenter = z.object({ centerId: CenterName })
const Snippet = record('Snippet', { _id: Id, text: z.string() })
export type Snippet = z.infer<typeof Snippet>

/** A person's own saved comments at a center, in the order in which they were saved. */
export const snippets = {
  list: get('/centers/:centerId/snippets', { who: 'work.assign', input: inCenter, output: z.array(Snippet) }),
  /** Saves a comment. Saving it again has no further effect. Responds with 422 if the maximum is reached. */
  keep: post('/centers/:centerId/snippets', {
    who: 'work.assign',
    input: inCenter.extend({ text: RequiredText(200) }),
    output: Snippet,
  }),
  drop: del('/centers/:centerId/snippets/:id', {
    who: 'work.assign',
    input: inCenter.extend({ id: Id }),
    output: Nothing,
  }),
}
