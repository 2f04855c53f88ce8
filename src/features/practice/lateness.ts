import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'

/**
 * Returns how many seconds an answer arrived after its work ended, rounded up; null if it was on time or the
 * work has no time limit.
 */
export function secondsLate({ endsAt, arrivedAt }: { endsAt: string | null; arrivedAt: string }) {
  const ms = endsAt === null ? 0 : Date.parse(arrivedAt) - Date.parse(endsAt)
  return ms > 0 ? Math.ceil(ms / 1000) : null
}

/** Returns the note about a late answer for the person who grades it. */
export const lateWords = (seconds: number) =>
  t('Arrived {seconds} after time ran out.', { seconds: counted(seconds, 'second') })
