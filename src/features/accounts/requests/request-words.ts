import type { Clock } from '#shared/day-text.ts'
import type { SentRequest } from './api.ts'

/** Job titles for each duty, for use in a sentence. */
export const postWords = { office: 'operator', teacher: 'teacher', assistant: 'assistant' } as const

/** State of a request as its center sees it. */
export const requestState = (
  { declinedAt, studentId }: Pick<SentRequest, 'declinedAt' | 'studentId'>,
  { day }: Clock,
) =>
  declinedAt
    ? `Declined on ${day(declinedAt)}`
    : studentId
      ? 'Waiting for the parent’s consent'
      : 'Waiting for their consent'
