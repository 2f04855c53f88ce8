import { z } from 'zod'
import { Content } from '#shared/content.ts'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id, Num } from '#shared/ids.ts'

/**
 * Questions that an assessment takes from one section of a chapter's test. `ready` counts the questions
 * available.
 */
const Part = record('Part', {
  _id: Id,
  chapterNum: Num,
  sectionNum: Num,
  name: z.string(),
  ready: z.int(),
  questions: z.array(z.object({ _id: Id, num: z.int(), content: Content })),
})

const Assessment = record('Assessment', {
  _id: Id,
  name: z.string(),
  level: z.string(),
  perSection: z.int(),
  sections: z.array(Part),
  questions: z.int(),
})
export type Assessment = z.infer<typeof Assessment>

/**
 * Assessments (spec §7, Material). A level's assessment takes the first `perSection` ready questions of each
 * section of its chapter tests.
 */
export const assessments = {
  /**
   * Lists the assessment of one level, or those of all levels in course order. An assessment's id is the
   * level's id; `questions` is the total of all sections.
   */
  list: get('/bl/assessments', {
    who: 'material.read',
    input: z.object({ level: Id.optional() }),
    output: z.array(Assessment),
  }),
}
