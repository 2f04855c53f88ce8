import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { percent } from '#shared/text.ts'
import { Day } from '#shared/days.ts'
import { Id, Num } from '#shared/ids.ts'
import { t } from '#shared/language.ts'

/**
 * Report of an assessment (product §8): the result of each section, and the level and chapter suggested as a
 * starting point.
 */

const SectionResult = z.object({
  chapter: Num,
  section: Num,
  name: z.string(),
  total: z.int(),
  correct: z.int(),
  score: z.number(),
})
type SectionResult = z.infer<typeof SectionResult>

/**
 * Suggested level and chapter, with the reason as a sentence. `levelId` is null if there is no further level,
 * and `chapter` is null if no chapter is suggested.
 */
const Suggestion = z.object({
  levelId: Id.nullable(),
  level: z.string(),
  chapter: Num.nullable(),
  subject: Subject,
  reason: z.string(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** Results by section, in chapter order. `score` is 0 to 1. `on` is the date of submission at the center. */
export const Report = z.object({
  on: Day,
  sections: z.array(SectionResult),
  score: z.number(),
  suggestion: Suggestion,
})
export type Report = z.infer<typeof Report>

/**
 * Minimum share of right answers for a chapter to count as known, the same as for passing a test (product
 * §8).
 */
const known = 0.8
/** Overall score below which the previous level is suggested. */
const tooHard = 0.4

/** Returns true if a score (0 to 1) is high enough for the material to count as known. */
export const isKnown = (score: number) => score >= known

type ReportQuestion = {
  chapter: number
  section: number
  name: string
  solved: boolean
  score: number | null
}
type Level = { id: string; name: string }
type LevelContext = { level: Level; before: Level | null; after: Level | null; subject: Subject }

const mean = (scores: readonly number[]) =>
  scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length
const scoreOf = ({ solved, score }: ReportQuestion) => (solved ? 1 : (score ?? 0))

/** Calculates the results of an assessment by section, and suggests its level or a neighboring one. */
export function reportOf(questions: readonly ReportQuestion[], around: LevelContext): Omit<Report, 'on'> {
  const bySection = Map.groupBy(questions, ({ chapter, section, name }) => `${chapter} ${section} ${name}`)
  const sections = [...bySection.values()]
    .map((ofSection): SectionResult => {
      const { chapter, section, name } = ofSection[0] as ReportQuestion
      return {
        chapter,
        section,
        name,
        total: ofSection.length,
        correct: ofSection.filter(({ solved }) => solved).length,
        score: mean(ofSection.map(scoreOf)),
      }
    })
    .sort((one, other) => one.chapter - other.chapter || one.section - other.section)
  const score = mean(questions.map(scoreOf))
  return { sections, score, suggestion: { subject: around.subject, ...suggest(questions, score, around) } }
}

/**
 * Suggests the previous level, if there is one and the overall score is too low. Otherwise suggests the first
 * chapter that isn't known yet, or the next level if all chapters are known.
 */
function suggest(
  questions: readonly ReportQuestion[],
  score: number,
  { level, before, after }: LevelContext,
): Omit<Suggestion, 'subject'> {
  if (score < tooHard && before)
    return {
      levelId: before.id,
      level: before.name,
      chapter: null,
      reason: t('{score} of the answers on {name} were right, so the previous level is a better fit.', {
        score: percent(score),
        name: level.name,
      }),
    }
  const chapters = [...Map.groupBy(questions, ({ chapter }) => chapter)].sort(([one], [other]) => one - other)
  const first = chapters.find(([, asked]) => mean(asked.map(scoreOf)) < known)
  if (first) {
    const [chapter, asked] = first
    const share = percent(mean(asked.map(scoreOf)))
    return {
      levelId: level.id,
      level: level.name,
      chapter,
      reason: t('Chapter {chapter} is the first with less than {known} right ({share}).', {
        chapter,
        known: percent(known),
        share,
      }),
    }
  }
  if (!after)
    return {
      levelId: null,
      level: level.name,
      chapter: null,
      reason: t('Every chapter of {name} is mastered, and there is no next level.', { name: level.name }),
    }
  return {
    levelId: after.id,
    level: after.name,
    chapter: 1,
    reason: t('Every chapter of {name} is mastered.', { name: level.name }),
  }
}
