import type { Clock } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import type { SentRequest } from './api.ts'

/** Job titles for each duty, for use in a sentence. */
export const postWords = { office: 'operator', teacher: 'teacher', assistant: 'assistant' } as const

/** Describes the state of a request as its center sees it. */
export const requestState = (
  { declinedAt, studentId }: Pick<SentRequest, 'declinedAt' | 'studentId'>,
  { day }: Clock,
) =>
  declinedAt
    ? t('Declined on {declinedAt}', { declinedAt: day(declinedAt) })
    : studentId
      ? t('Waiting for the parent’s consent')
      : t('Waiting for their consent')
