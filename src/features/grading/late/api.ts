import { z } from 'zod'
import { LateAnswer } from '#features/practice/assigning/api.ts'
import { put } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { By } from '../api.ts'

/** Answers that came after the end of their work, or whose turn another device had taken. */
export const lateAnswers = {
  /** Lets one count as its question's last answer, or takes that back. 409 while nothing can be graded, and when it was graded since. */
  count: put('/students/:id/answers/:answerId/counted', {
    who: 'work.grade',
    input: z.object({ id: Id, answerId: Id, counted: z.boolean(), by: By }),
    output: LateAnswer,
  }),
}
