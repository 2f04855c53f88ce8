import { createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs'
import { type AnsweredQuestion, chanceOf, type Estimate, estimateAt, evidence, Learner } from './estimate.ts'
import type { SkillLevel } from './level-words.ts'

/** A child's skill in a section. Times are in ms since the epoch (1970). */
export type Skill = Estimate & { masteredAt: number | null; dueAt: number | null }

/**
 * Minimum number of answers, minimum chance, and minimum chance one standard deviation lower, for a section
 * to count as mastered.
 */
const [fewest, lowest, least] = [4, 0.8, 0.68]

/**
 * Returns true if there are enough answers and the chance of a right answer is high, and still good one
 * standard deviation lower.
 */
const isMastered = (estimate: Estimate) =>
  estimate.answers >= fewest &&
  chanceOf(estimate) >= lowest &&
  chanceOf({ ability: estimate.ability - Math.sqrt(estimate.variance), variance: 0 }) >= least

/** Spaces reviews so that about nine in ten sections are still remembered when a review is due. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false })

/** Returns the scheduler's rating for the answers to a section in one piece of work. */
function gradeOf(answers: readonly AnsweredQuestion[]): Grade {
  const share = answers.reduce((sum, each) => sum + evidence(each), 0) / answers.length
  if (share >= 0.95) return Rating.Easy
  if (share >= 0.75) return Rating.Good
  return share >= 0.5 ? Rating.Hard : Rating.Again
}

/** Returns when the section should be reviewed, given the work in which it was practiced. */
function dueAfter(works: readonly (readonly AnsweredQuestion[])[]) {
  const [first] = works
  const begun = first?.[0]
  if (!begun) return null
  let card = createEmptyCard(new Date(begun.at))
  for (const answers of works) {
    const at = answers.at(-1)?.at ?? begun.at
    card = scheduler.next(card, new Date(at), gradeOf(answers)).card
  }
  return card.due.getTime()
}

/** An answered question. In a list, questions of the same piece of work must be next to each other. */
export type PracticedQuestion = AnsweredQuestion & { workId: string }

/** Estimates a child's skill in all sections from all answers, in the order in which they were given. */
export function skillsOf(practiced: readonly PracticedQuestion[]): Map<string, Skill> {
  const learner = new Learner()
  const masteredAt = new Map<string, number>()
  for (const answered of practiced) {
    learner.take(answered)
    const { sectionId, at } = answered
    const estimate = learner.sections.get(sectionId)
    if (estimate && !masteredAt.has(sectionId) && isMastered(estimate)) masteredAt.set(sectionId, at)
  }
  const bySection = Map.groupBy(practiced, ({ sectionId }) => sectionId)
  return new Map(
    [...learner.sections].map(([sectionId, estimate]) => {
      const works = Map.groupBy(bySection.get(sectionId) ?? [], ({ workId }) => workId)
      return [
        sectionId,
        { ...estimate, masteredAt: masteredAt.get(sectionId) ?? null, dueAt: dueAfter([...works.values()]) },
      ]
    }),
  )
}

/** Returns a skill as shown to users: its level, its current chance, and whether it is due for review. */
export function shownSkill(skill: Skill, now: number): { level: SkillLevel; chance: number; isDue: boolean } {
  const then = chanceOf(skill)
  const chance = Math.round(100 * chanceOf(estimateAt(skill, now))) / 100
  const level = levelOf(skill, then)
  return { level, chance, isDue: level === 'mastered' && skill.dueAt !== null && skill.dueAt <= now }
}

/** Minimum number of answers for a level above `started`. */
const minToTell = 3

function levelOf(skill: Skill, chance: number): SkillLevel {
  if (skill.masteredAt !== null) return 'mastered'
  if (skill.answers < minToTell) return 'started'
  return chance >= 0.55 ? 'close' : 'learning'
}
