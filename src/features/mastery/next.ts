import type { SkillLevel } from './level-words.ts'

/** Reasons to propose a section: it is due for review, it isn't mastered yet, or it comes next. */
export const reasons = ['review', 'weak', 'new'] as const
export type Reason = (typeof reasons)[number]

/** A child's skill in a section. `at` is when it was last practiced; times are in ms. */
type KnownSkill = {
  sectionId: string
  level: SkillLevel
  chance: number
  at: number
  isDue: boolean
  dueAt: number | null
}

/**
 * A section proposed for homework. If `isHalf` is true, only half of the section's questions are assigned:
 * first those that the child has never had, then those that the child had longest ago.
 */
export type ProposedSection = { sectionId: string; why: Reason; isHalf: boolean }

/** Returns the sections that are due for review, longest overdue first. */
const dueFirst = (skills: readonly KnownSkill[]) =>
  skills
    .filter(({ isDue }) => isDue)
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
    .map(({ sectionId }) => sectionId)

/**
 * Sorts skills by when they were last practiced, longest ago first. Among those practiced at the same time,
 * the weakest comes first.
 *
 * Repeating the weakest first would repeat the same few sections every week, while the others are forgotten.
 * `npm run bench -- retention` measures what simulated learners remember a month after a term.
 */
const longestAgoFirst = (skills: readonly KnownSkill[]) =>
  skills.toSorted((one, other) => one.at - other.at || one.chance - other.chance)

/** If a student is still learning this many sections, no new one is proposed. */
const enoughBegun = 3

/** Splits a list into pairs of consecutive items. The last item may be alone. */
const pairsOf = <T>(list: readonly T[]) =>
  list.flatMap((_, at) => (at % 2 === 0 ? [list.slice(at, at + 2)] : []))

/**
 * Proposes a child's next homework, with about as many questions as `most` sections have. Takes sections in
 * turn from three lists: those due for review, longest overdue first; those still being learned or nearly
 * mastered, practiced longest ago first; and new ones. `taken` lists the sections of open
 * homework, and `next` those that the child hasn't had yet, in order.
 *
 * Two sections to repeat for the same reason count as one, with half of the questions of each. This spreads
 * the practice of a section over more days, and simulated learners then remember more of it
 * (`npm run bench -- retention`).
 */
export function nextSections(
  {
    skills,
    taken,
    next,
  }: { skills: readonly KnownSkill[]; taken: ReadonlySet<string>; next: readonly string[] },
  most: number,
): ProposedSection[] {
  const free = skills.filter(({ sectionId }) => !taken.has(sectionId))
  const begun = skills.filter(({ level }) => level === 'learning').length
  const weak = free.filter(({ level }) => level === 'learning' || level === 'close')
  const parts: Record<Reason, readonly (readonly string[])[]> = {
    review: pairsOf(dueFirst(free)),
    weak: pairsOf(longestAgoFirst(weak).map(({ sectionId }) => sectionId)),
    new: begun < enoughBegun ? next.filter((id) => !taken.has(id)).map((id) => [id]) : [],
  }
  const turns = Array.from({ length: most }, (_, turn) =>
    reasons.flatMap((why) => {
      const part = parts[why][turn]
      return part ? [part.map((sectionId) => ({ sectionId, why, isHalf: part.length > 1 }))] : []
    }),
  )
  return turns.flat().slice(0, most).flat()
}

/** Reasons to propose a question for a warm-up, which contains nothing new. */
export const warmUpReasons = ['review', 'weak'] as const satisfies readonly Reason[]

/**
 * Returns at most `most` sections for a warm-up. Of all sections that the child has begun, these are the ones
 * practiced longest ago.
 */
export const warmUpSections = (skills: readonly KnownSkill[], most: number) =>
  longestAgoFirst(skills)
    .map(({ sectionId, level }) => ({
      sectionId,
      why: level === 'mastered' ? ('review' as const) : ('weak' as const),
    }))
    .slice(0, most)

/**
 * Chooses at most `most` questions for a warm-up, taking one from each section in turn. `ready` has each
 * section's questions in the order in which they should be asked.
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
