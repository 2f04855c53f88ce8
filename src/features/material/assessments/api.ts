import { z } from 'zod'
import { Content } from '#shared/content.ts'
import { get } from '#shared/contract.ts'
import { Id, Num } from '#shared/ids.ts'

/** What an assessment takes of a section of a chapter's test. `ready`: how many it could take. */
const Part = z.object({
  _id: Id,
  chapterNum: Num,
  sectionNum: Num,
  name: z.string(),
  ready: z.int(),
  questions: z.array(z.object({ _id: Id, num: z.int(), content: Content })),
})

const Assessment = z.object({
  _id: Id,
  name: z.string(),
  level: z.string(),
  perSection: z.int(),
  sections: z.array(Part),
  questions: z.int(),
})
export type Assessment = z.infer<typeof Assessment>

/** Spec §7, Material. A level's one assessment takes the first `perSection` questions that are ready of every section of its chapters' tests. */
export const assessments = {
  /** Of one level or of all, in the order of their courses. Its id is that of its level; `questions` counts those of all sections. */
  list: get('/bl/assessments', { who: 'material.read', input: z.object({ level: Id.optional() }), output: z.array(Assessment) }),
}
