import { z } from 'zod'
import { Content } from '#shared/content.ts'
import { del, get, Nothing } from '#shared/contract.ts'
import { Id, Num } from '#shared/ids.ts'
import { AnswerKey, QuestionStatus } from './rules.ts'

/** A question's number in its section. */
const QuestionNum = z.int().min(1).max(9999)

/** A question as staff see it, with its key. `hintSteps` is how many steps its hint has; the steps themselves stay where they are. */
export const QuestionLine = z.object({
  _id: Id,
  levelId: Id,
  chapterNum: Num,
  section: z.object({ _id: Id, name: z.string(), num: Num }),
  num: QuestionNum,
  instructions: z.string(),
  content: Content,
  answers: AnswerKey,
  hintSteps: z.int(),
  status: QuestionStatus,
  version: z.int(),
})
export type QuestionLine = z.infer<typeof QuestionLine>

/** Spec §7, Material: questions. They carry keys, so staff alone may read them. */
export const questions = {
  /** A section's questions by their numbers, at most 100 at once; `next` is the `after` of what follows, or null at the end. */
  list: get('/bl/questions', {
    who: 'material.read',
    input: z.object({ level: Id, chapter: Num, section: Num, after: z.int().min(0).max(9999).default(0) }),
    output: z.object({ questions: z.array(QuestionLine), next: z.int().nullable() }),
  }),
  /** 409 when it stands in work that has begun: that work keeps showing what it began with. */
  drop: del('/bl/questions/:id', { who: 'material.change', input: z.object({ id: Id }), output: Nothing }),
}
