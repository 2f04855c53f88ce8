import { t } from '#shared/language.ts'
import { Mark } from './rules.ts'

/** Returns the word for a mark on screen, or "Not taken" if there is none. Only staff see "Not taken". */
export function markWord(facts: Pick<Facts, 'mark' | 'arrivedAt'> | null) {
  if (!facts) return t('Not taken')
  if (facts.mark === 'pickup') return attended(facts) ? t('Picked up') : t('Picked up work')
  return facts.mark === 'present' ? t('Present') : t('Absent')
}

/** A mark with its details. Instants are UTC. */
export type Facts = {
  mark: Mark
  arrivedAt: string | null
  departedAt: string | null
  pickedUpBy: string | null
  excused: boolean
  reason: string
  /** Instant at which an absence was reported before class. Such an absence frees the seat. */
  noticedAt: string | null
  /** Name of the family member who reported the absence; null if the office entered it. */
  toldBy: string | null
}

export const attended = ({ arrivedAt }: Pick<Facts, 'arrivedAt'>) => arrivedAt !== null
