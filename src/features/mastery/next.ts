import type { SkillLevel } from './level-words.ts'

/** Reasons to propose a section: it is due for review, it isn't mastered yet, or it comes next. */
export const reasons = ['review', 'weak', 'new'] as const
export type Reason = (typeof reasons)[number]

type Known = { sectionId: string; level: SkillLevel; chance: number; isDue: boolean; dueAt: number | null }

export type Proposed = { sectionId: string; why: Reason }

/** Sections that are due for review, the longest due first. */
const dueFirst = (skills: readonly Known[]) =>
  skills
    .filter(({ isDue }) => isDue)
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
    .map(({ sectionId }) => sectionId)

/** Sections that aren't mastered yet, the weakest first. */
const weakFirst = (skills: readonly Known[]) =>
  skills
    .filter(({ level }) => level === 'learning' || level === 'close')
    .toSorted((one, other) => one.chance - other.chance)
    .map(({ sectionId }) => sectionId)

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
  const begun = skills.filter(({ level }) => level === 'learning').length
  const lists: Record<Reason, readonly string[]> = {
    review: dueFirst(free),
    weak: weakFirst(free),
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

/** Reasons for a question of a warm-up, which has nothing new. */
export const warmUpReasons = ['review', 'weak'] as const satisfies readonly Reason[]

/** Sections for a warm-up, at most `most`: those due for review, then the weakest. */
export const warmUpSections = (skills: readonly Known[], most: number) =>
  [
    ...dueFirst(skills).map((sectionId) => ({ sectionId, why: 'review' as const })),
    ...weakFirst(skills).map((sectionId) => ({ sectionId, why: 'weak' as const })),
  ].slice(0, most)

/**
 * Chooses questions for a warm-up, at most `most`: one from each section in turn, until there are enough.
 * `ready` has each section's questions in the order in which they should be asked.
 */
export function warmUpQuestions<Q, S extends { sectionId: string }>(
  sections: readonly S[],
  ready: ReadonlyMap<string, readonly Q[]>,
  most: number,
) {
  const rounds = Array.from({ length: most }, (_, round) =>
    sections.flatMap((section) => {
      const question = ready.get(section.sectionId)?.[round]
      return question === undefined ? [] : [{ ...section, question }]
    }),
  )
  return rounds.flat().slice(0, most)
}
