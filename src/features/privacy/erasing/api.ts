import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { RequiredText } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'

/** Erasing a child, or a parent without children (reliability R-priv). */
export const erasing = {
  /** What goes and what stays as a number, in words; with a child go the parents who are here for that child alone. 404 for anybody else. */
  preview: get('/people/:id/erasure', {
    who: 'privacy.erase',
    input: z.object({ id: Id }),
    output: z.object({ name: z.string(), goes: z.array(z.string()), stays: z.array(z.string()), parents: z.array(z.string()) }),
  }),
  /**
   * Takes them out of everything that is kept, for ever; `name` is theirs once more. 409 `has_children` for a parent with children, 422 `other_name`,
   * 403 `reauth`.
   */
  erase: post('/people/:id/erasure', {
    who: 'privacy.erase',
    input: z.object({ id: Id, name: RequiredText(200) }),
    output: z.object({ erased: z.int() }),
  }),
}
