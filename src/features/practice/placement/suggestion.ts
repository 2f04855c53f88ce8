import { t } from '#shared/language.ts'
import { percent } from '#shared/text.ts'
import type { Suggestion } from '../report/report.ts'
import type { AnsweredCandidate, PlacementEstimate } from './placement.ts'

/** A level near the assessed one. `step` is the distance from the assessed level; 1 is the next one. */
export type NearLevel = { id: string; name: string; step: number; chapters: number }

const shareOf = (answers: readonly AnsweredCandidate[]) => {
  const right = answers.reduce((sum, { score }) => sum + (score ?? 0), 0)
  return t('{right} of {all}', { right: Math.round(10 * right) / 10, all: answers.length })
}

/** Explains a suggestion by stating the number of right answers below and above the child's place. */
function reasonFor({ place, certainty }: PlacementEstimate, answered: readonly AnsweredCandidate[]) {
  const [before, behind] = [
    answered.filter((each) => each.place < place),
    answered.filter((each) => each.place >= place),
  ]
  return t(
    'Below this point, the child got {before} questions right; above it, {after}. We are {certainty} sure of this, give or take a third of a level.',
    { before: shareOf(before), after: shareOf(behind), certainty: percent(certainty) },
  )
}

/**
 * Suggests the level and chapter at a place on the scale of levels. For a place below the first level,
 * suggests the beginning of that level. For a place above the last level, `levelId` and `chapter` are null.
 */
export function suggestionAt(
  estimate: PlacementEstimate,
  answered: readonly AnsweredCandidate[],
  levels: readonly NearLevel[],
): Omit<Suggestion, 'subject'> {
  const steps = levels.map(({ step }) => step)
  const step = Math.max(Math.floor(estimate.place), Math.min(...steps))
  const reason = reasonFor(estimate, answered)
  const level = levels.find((each) => each.step === step)
  if (!level) {
    const last = levels.find((each) => each.step === Math.max(...steps))
    return { levelId: null, level: last?.name ?? '', chapter: null, reason }
  }
  const within = Math.max(0, estimate.place - step)
  const chapter = level.chapters === 0 ? null : Math.floor(within * level.chapters) + 1
  return { levelId: level.id, level: level.name, chapter, reason }
}
