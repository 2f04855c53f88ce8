import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'

/**
 * Scores of a paper test. Defined in a module without schemas, because families' pages don't load schemas.
 */
export type Scores = { score1: string | null; score2: string | null }

type Point = { level: string; part: string; since: Day }

/** Returns the labels of a progress plot, such as `Ch. 4, Feb 21`, with the level if there are several. */
export function pointNames(points: readonly Point[]) {
  const several = points.some(({ level }) => level !== points[0]?.level)
  return points.map(({ level, part, since }) => {
    const [, day] = dayInWords(since).split(', ')
    const chapter = /^\d+$/.test(part) ? t('Ch. {chapter}', { chapter: part }) : part
    return [several && level, chapter, day].filter(Boolean).join(', ')
  })
}

/** Describes scores: `17/20`, `17/20, corrected 19/20`, or 'No score yet'. */
export function scoresInWords({ score1, score2 }: Scores) {
  if (score1 === null) return t('No score yet')
  return score2 === null ? score1 : t('{score1}, corrected {score2}', { score1, score2 })
}
