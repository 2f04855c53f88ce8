import { daysBetween } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'

/**
 * Maximum number of days between the day of a recorded payment and the day of the same payment in a bank
 * file. A check that was entered by hand clears days later. Two bank files differ by less, because one may
 * have the posting date and the other the value date. `fromFile` must be less than a week, so that the next
 * payment of a family that pays weekly isn't mistaken for the previous one.
 */
export const daysApart = { byHand: 7, fromFile: 3 }

export type Recorded = { on: Day; from: keyof typeof daysApart }

/**
 * Finds lines of a bank file that were probably recorded already. `lines` and `recorded` are a family's lines
 * and recorded payments of one amount, earliest first. Each recorded payment accounts for at most one line,
 * which is no more than `daysApart` days away. Matches as many lines as possible, as closely as possible, so
 * that weekly payments match even if all days are shifted. Returns the day of each line's payment, or null.
 */
export function likelyDuplicates(lines: readonly Day[], recorded: readonly Recorded[]): (Day | null)[] {
  const found = bestInOrder(lines, recorded)
  // Because the limits differ, the remaining lines may still match the remaining payments, in another order.
  const open = lines.filter((_, line) => found[line] === null)
  const unused = recorded.filter((payment) => !found.includes(payment))
  const rest = bestInOrder(open, unused).values()
  return found.map((payment) => (payment ?? rest.next().value)?.on ?? null)
}

/**
 * Returns the payment for each line, or null, in the best match that keeps the order, so that an earlier line
 * gets an earlier payment. If all limits are the same, no other match is better.
 */
function bestInOrder(lines: readonly Day[], recorded: readonly Recorded[]): (Recorded | null)[] {
  // `best[n][m]` is the best score for the first n lines and the first m payments.
  const aMatch = (daysApart.byHand + 1) * (lines.length + 1)
  const best = lines.concat('').map(() => new Int32Array(recorded.length + 1))
  const origin = recorded[0]?.on ?? ''
  const recordedAt = recorded.map(({ on, from }) => ({
    day: daysBetween(origin, on),
    apart: daysApart[from],
  }))
  for (const [line, on] of lines.entries()) {
    const lineAt = daysBetween(origin, on)
    const [before, row] = [best[line] as Int32Array, best[line + 1] as Int32Array]
    for (const [at, { day, apart }] of recordedAt.entries()) {
      const distance = Math.abs(day - lineAt)
      const matched = distance > apart ? 0 : (before[at] as number) + aMatch - distance
      row[at + 1] = Math.max(matched, before[at + 1] as number, row[at] as number)
    }
  }
  const found: (Recorded | null)[] = lines.map(() => null)
  let [line, at] = [lines.length, recorded.length]
  while (line > 0 && at > 0) {
    const score = best[line]?.[at]
    if (score === best[line - 1]?.[at]) line -= 1
    else if (score === best[line]?.[at - 1]) at -= 1
    else {
      line -= 1
      at -= 1
      found[line] = recorded[at] as Recorded
    }
  }
  return found
}
