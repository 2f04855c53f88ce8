import { daysBetween } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'

/**
 * Most days between a payment as it was recorded and as a bank reports it: a check clears days after it was
 * entered, and files have a posting date and a value date.
 */
export const daysApart = 7

/**
 * Finds lines of a bank file that were probably recorded already. `lines` and `recorded` are the days of a
 * family's lines and recorded payments of one amount, earliest first. Each recorded payment accounts for one
 * line at most `daysApart` days away. As many lines as possible get a payment, and the nearest one, so that
 * weekly payments match even if all days are shifted. Returns the day of each line's payment, or null.
 */
export function likelyDuplicates(lines: readonly Day[], recorded: readonly Day[]): (Day | null)[] {
  // The best match of sorted days never crosses: the earlier line gets the earlier payment. `best` has the
  // best score of the first lines and the first payments, one row per number of lines.
  const aMatch = (daysApart + 1) * (lines.length + 1)
  const best = lines.concat('').map(() => new Int32Array(recorded.length + 1))
  const [origin = ''] = recorded
  const recordedAt = recorded.map((day) => daysBetween(origin, day))
  for (const [line, on] of lines.entries()) {
    const lineAt = daysBetween(origin, on)
    const [before, row] = [best[line] as Int32Array, best[line + 1] as Int32Array]
    for (const [at, day] of recordedAt.entries()) {
      const distance = Math.abs(day - lineAt)
      const matched = distance > daysApart ? 0 : (before[at] as number) + aMatch - distance
      row[at + 1] = Math.max(matched, before[at + 1] as number, row[at] as number)
    }
  }
  const found: (Day | null)[] = lines.map(() => null)
  let [line, at] = [lines.length, recorded.length]
  while (line > 0 && at > 0) {
    const score = best[line]?.[at]
    if (score === best[line - 1]?.[at]) line -= 1
    else if (score === best[line]?.[at - 1]) at -= 1
    else {
      line -= 1
      at -= 1
      found[line] = recorded[at] as Day
    }
  }
  return found
}
