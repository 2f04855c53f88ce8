import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { RequiredText } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'

const Preview = z.object({
  name: z.string(),
  goes: z.array(z.string()),
  stays: z.array(z.string()),
  parents: z.array(z.string()),
  /** Names of the people to be erased (the person and the parents) whose family account isn't settled. */
  owing: z.array(z.string()),
})
export type Preview = z.infer<typeof Preview>

/** Endpoints that erase a child, or a parent without children (reliability R-priv). */
export const erasing = {
  /**
   * Returns a preview, as counts, of the data that would be erased and the anonymous records that would be
   * kept. A child's parents are erased too if they have no link to another child, not even an ended one.
   * Responds with 404 for anyone who isn't a child or a parent, or who was already erased.
   */
  preview: get('/people/:id/erasure', {
    who: 'privacy.erase',
    input: z.object({ id: Id }),
    output: Preview,
  }),
  /**
   * Erases the person permanently; `name` must match their name. Responds with 409 `has_children` for a
   * parent with children, with 422 `other_name` for a different name, and with 403 `reauth` if the password
   * wasn't entered recently.
   */
  erase: post('/people/:id/erasure', {
    who: 'privacy.erase',
    input: z.object({ id: Id, name: RequiredText(200) }),
    output: z.object({ erased: z.int() }),
  }),
}
