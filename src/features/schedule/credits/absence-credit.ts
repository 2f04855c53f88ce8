import { z } from 'zod'
import type { ExpectedAs } from '../rules.ts'
import { type CreditSettings, givesCredit } from './credit-state.ts'

/**
 * Consequence of reporting an absence. A regular class gives a make-up credit, or none because the limit of
 * open credits is reached, because it is late, or because the center gives none. For a make-up, its own
 * credit is open again, or spent if it is late (product §3: no make-up of a make-up).
 */
export const Follows = z.enum(['credit', 'enough', 'late', 'none', 'reopened', 'spent'])

export type Follows = z.infer<typeof Follows>

const hourMs = 3_600_000

/** Whole hours between two instants, at least 0. */
export const hoursBetween = (from: string, to: string) =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / hourMs))

type Telling = {
  type: ExpectedAs
  hasEnough: boolean
  classAt: string
  toldAt: string
  settings: CreditSettings
}

/**
 * Consequence of reporting at `toldAt` an absence from a class starting at `classAt`; both are instants in
 * UTC.
 */
export function followsOf({ type, hasEnough, classAt, toldAt, settings }: Telling): Follows {
  if (type === 'trial') return 'none'
  const inTime = Date.parse(classAt) - Date.parse(toldAt) >= settings.noticeHours * hourMs
  if (type === 'make-up') return inTime ? 'reopened' : 'spent'
  const miss = {
    placeType: type,
    onBreak: false,
    attended: false,
    noticedAt: toldAt,
    excused: false,
    canceled: false,
  }
  if (givesCredit({ ...miss, classAt, settings })) return hasEnough ? 'enough' : 'credit'
  return settings.makeupRule === 'never' ? 'none' : 'late'
}

/** Consequence of reporting an absence now, in whole hours. `noticeHours` is the center's limit. */
export const Consequence = z.object({ follows: Follows, hoursAhead: z.int(), noticeHours: z.int() })
type Consequence = z.infer<typeof Consequence>

/** Formats hours: `30 hours`, or `5 days` from two days on. */
export const ahead = (hours: number) =>
  hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.floor(hours / 24)} days`

/** Consequence of reporting, as a sentence to a parent, or to the office about a student with this name. */
export function followsInWords({ follows, hoursAhead, noticeHours }: Consequence, firstName?: string) {
  const [gets, Gets, has, can] = firstName
    ? [`${firstName} gets`, `${firstName} gets`, `${firstName} already has`, `${firstName} can`]
    : ['you get', 'You get', 'you already have', 'you can']
  const inTime = `Reported ${ahead(hoursAhead)} ahead`
  const late = `Reported less than ${ahead(noticeHours)} ahead`
  const words: Record<Follows, string> = {
    credit: `${inTime}: ${gets} a make-up credit.`,
    enough: `${Gets} no make-up credit, because ${has} the maximum number open.`,
    late: `${late}: no make-up credit, unless the center excuses it.`,
    none: `${Gets} no make-up credit for this.`,
    reopened: `${inTime}: ${can} use the make-up credit on another day.`,
    spent: `${late}: the make-up credit is used up.`,
  }
  return words[follows]
}
