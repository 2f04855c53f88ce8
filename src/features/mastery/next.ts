import type { SkillLevel } from './level-words.ts'

/** Reasons to propose a section: it is due for review, it isn't mastered yet, or it comes next. */
export const reasons = ['review', 'weak', 'new'] as const
export type Reason = (typeof reasons)[number]

type Known = { sectionId: string; level: SkillLevel; chance: number; isDue: boolean; dueAt: number | null }

export type Proposed = { sectionId: string; why: Reason }

/** Number of sections still being learned at which no new section is proposed. */
const enoughBegun = 3

/**
 * Proposes sections for a child's next homework, at most `most`, in rotation: the section that has been due
 * for review the longest, then the weakest, then the next new one. `taken` are the sections of open homework,
 * `next` those that the child hasn't had yet, in order.
 */
export function nextSections(
  { skills, taken, next }: { skills: readonly Known[]; taken: ReadonlySet<string>; next: readonly string[] },
  most: number,
): Proposed[] {
  const free = skills.filter(({ sectionId }) => !taken.has(sectionId))
  const weak = free
    .filter(({ level }) => level === 'learning' || level === 'close')
    .toSorted((one, other) => one.chance - other.chance)
  const begun = skills.filter(({ level }) => level === 'learning').length
  const lists: Record<Reason, readonly string[]> = {
    review: free
      .filter(({ isDue }) => isDue)
      .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
      .map(({ sectionId }) => sectionId),
    weak: weak.map(({ sectionId }) => sectionId),
    new: begun < enoughBegun ? next.filter((id) => !taken.has(id)) : [],
  }
  const turns = Array.from({ length: most }, (_, turn) =>
    reasons.flatMap((why) => {
      const sectionId = lists[why][turn]
      return sectionId === undefined ? [] : [{ sectionId, why }]
    }),
  )
  return turns.flat().slice(0, most)
}
