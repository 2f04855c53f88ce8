import { z } from 'zod'
import { t } from '#shared/language.ts'

/**
 * Scores of paper tests as staff type them, read the same way in the browser and on the server (spec §5;
 * reliability B1, B2).
 */

const longest = 20
const maxPoints = 10_000

/** Result of reading a score: its share of the maximum, 0 to 1, or the error. */
type ReadScore = { share: number; fault: null } | { share: null; fault: string }

const faulty = (fault: string): ReadScore => ({ share: null, fault })

/** Describes the allowed scores. */
export const scoreRule = ({ percent }: { percent: boolean }) =>
  t(percent ? 'A fraction such as 17/20, or a whole percent such as 85%.' : 'A fraction such as 17/20.')

/**
 * Reads a score as typed, trimmed: `n/m`, where n has up to 3 decimals and is at most m, and m is a whole
 * number from 1 to 10,000; if `percent` is true, also a whole percentage from 0 to 100. Otherwise `fault` is
 * a sentence about the error.
 */
export function readScore(text: string, { percent }: { percent: boolean }): ReadScore {
  const typed = text.trim()
  const percentage = /^(\d+)%$/.exec(typed)?.[1]
  if (percent && percentage !== undefined && typed.length <= longest)
    return Number(percentage) <= 100
      ? { share: Number(percentage) / 100, fault: null }
      : faulty(t('A percentage can’t be more than 100%.'))
  const [, points, decimals = '', most] = /^(\d+)(?:\.(\d+))?\/(\d+)$/.exec(typed) ?? []
  if (points === undefined || most === undefined || typed.length > longest)
    return faulty(scoreRule({ percent }))
  if (decimals.length > 3) return faulty(t('The points can have at most 3 decimal places.'))
  const [of, got] = [Number(most), Number(`${points}.${decimals}`)]
  if (of === 0) return faulty(t('The maximum must be at least 1.'))
  if (of > maxPoints) return faulty(t('The maximum can’t be more than 10,000.'))
  if (got > of) return faulty(t('The points can’t be more than the maximum.'))
  return { share: got / of, fault: null }
}

/** Returns the schema for a score in the API, which is kept as typed but trimmed. */
export const Score = ({ percent }: { percent: boolean }) =>
  z
    .string()
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      const { fault } = readScore(text, { percent })
      if (fault !== null)
        context.addIssue({ code: 'custom', message: `is not a score: ${fault.slice(0, -1)}` })
    })
