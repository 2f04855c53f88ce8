import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { RequiredText } from '#shared/fields.ts'
import { Id, Num } from '#shared/ids.ts'
import { longest } from '#shared/text.ts'
import { Section } from '../rules.ts'

/** Copies of material (spec §7, `POST /bl/clone/section`). */
export const clones = {
  /**
   * Makes a deep copy of the section `from`, as the last one of a chapter or, with `test`, of the chapter's
   * test. Copies the current questions with the answers that test their keys, and marks copies of finished
   * questions for review. Hints and pictures are shared. The copy has the same name unless another one is
   * given.
   */
  section: post('/bl/clone/section', {
    who: 'material.change',
    once: true,
    // A copy can be as large as a section, so only one per minute is allowed after a burst.
    rate: { perSecond: 1 / 60, burst: 20 },
    input: z.object({
      from: Id,
      to: z.strictObject({ levelId: Id, chapterNum: Num, test: z.boolean().default(false) }),
      name: RequiredText(longest.name).optional(),
    }),
    output: z.object({ levelId: Id, chapterNum: Num, test: z.boolean(), section: Section }),
  }),
}
