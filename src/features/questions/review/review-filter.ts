import { z } from 'zod'
import { Id } from '#shared/ids.ts'
import { AnswerKind } from '../rules.ts'
import { ReviewReason } from './reasons.ts'

/** Filters of the review queue. Invalid values in the page's URL count as missing. */
export const ReviewFilter = z.object({
  reason: ReviewReason.optional().catch(undefined),
  course: Id.optional().catch(undefined),
  level: Id.optional().catch(undefined),
  kind: AnswerKind.optional().catch(undefined),
  author: Id.optional().catch(undefined),
})
export type ReviewFilter = Partial<z.output<typeof ReviewFilter>>
export type ReviewQuery = { [Name in keyof ReviewFilter]?: unknown }
