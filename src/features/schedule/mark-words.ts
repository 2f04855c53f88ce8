import { Mark } from './rules.ts'

/** The word for a mark as people see it; unmarked is said to staff only. */
export function markWord(facts: Pick<Facts, 'mark' | 'arrivedAt'> | null) {
  if (!facts) return 'Not taken'
  if (facts.mark === 'pickup') return attended(facts) ? 'Picked up' : 'Picked up work'
  return facts.mark === 'present' ? 'Present' : 'Absent'
}

/** A mark with what goes with it. Instants are UTC. */
export type Facts = {
  mark: Mark
  arrivedAt: string | null
  departedAt: string | null
  pickedUpBy: string | null
  excused: boolean
  reason: string
  /** When an absence was told of before the class began; it frees the seat. */
  noticedAt: string | null
  /** Who of the family told of it; null where the office noted it. */
  toldBy: string | null
}

export const attended = ({ arrivedAt }: Pick<Facts, 'arrivedAt'>) => arrivedAt !== null
