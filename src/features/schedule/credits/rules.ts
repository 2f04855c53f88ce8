import { z } from 'zod'
import { clock, type Day, dayInWords } from '#shared/days.ts'
import type { Kind } from '#shared/permissions.ts'
import { conflict } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import type { PlaceType } from '../rules.ts'

/** The make-up ledger (product §3): what gives a credit, what has become of it, and in which class it is best spent. */

/** What a credit is for; `absent` where the centre gives one for every absence, `granted` by a person. */
export const Reason = z.enum(['notice', 'excused', 'cancelled', 'absent', 'granted'])
export type Reason = z.infer<typeof Reason>
export const reasonWords: Record<Reason, string> = {
  notice: 'Told ahead',
  excused: 'Excused',
  cancelled: 'Class cancelled',
  absent: 'Absent',
  granted: 'Granted',
}

export type CreditSettings = { makeupRule: 'notice' | 'always' | 'never'; noticeHours: number }

/** A student and a class on a day. Instants are UTC. */
export type Miss = {
  /** Null when the student has no place in the class that day. */
  placeType: PlaceType | null
  onBreak: boolean
  /** Null while attendance isn't taken; work that was picked up is no attendance. */
  attended: boolean | null
  noticedAt: string | null
  excused: boolean
  cancelled: boolean
  /** When the class begins. */
  classAt: string
  settings: CreditSettings
}

const hourMs = 3_600_000

/** Why a missed class gives a make-up credit, or null: only a regular's does, so that there is no make-up of a make-up. */
export function givesCredit({ placeType, onBreak, attended, noticedAt, excused, cancelled, classAt, settings }: Miss): Reason | null {
  const { makeupRule, noticeHours } = settings
  if (placeType !== 'regular' || onBreak || makeupRule === 'never') return null
  if (cancelled) return 'cancelled'
  if (attended !== false) return null
  if (noticedAt !== null && Date.parse(classAt) - Date.parse(noticedAt) >= noticeHours * hourMs) return 'notice'
  if (excused) return 'excused'
  return makeupRule === 'always' ? 'absent' : null
}

export const CreditState = z.enum(['open', 'booked', 'used', 'forfeited', 'expired', 'void'])
export type CreditState = z.infer<typeof CreditState>

/** The make-up that a credit is spent on; `attended` is null until attendance is taken. */
type Spent = { attended: boolean | null }

/** What has become of a credit. The last day is one to spend it on; one that is void stays so, whatever it was spent on. */
export function creditState(
  { voidAt, expiresOn, place }: { voidAt: string | null; expiresOn: Day; place: Spent | null },
  today: Day,
): CreditState {
  if (voidAt !== null) return 'void'
  if (place) return place.attended === null ? 'booked' : place.attended ? 'used' : 'forfeited'
  return expiresOn < today ? 'expired' : 'open'
}

/** Who may let a credit be spent later than its last day. */
export const mayExtend = (kind: Kind) => kind === 'manager' || kind === 'admin'

type Told = { state: CreditState; expiresOn: Day; place: { className: string; on: Day; time: string } | null }

/** What has become of a credit, as a sentence without a full stop. */
export function creditWords({ state, expiresOn, place }: Told) {
  const where = place ? `${plain(place.className)}, ${dayInWords(place.on)} at ${clock(place.time)}` : ''
  const words: Record<CreditState, string> = {
    open: `Open until ${dayInWords(expiresOn)}`,
    booked: `Booked: ${where}`,
    used: `Used: ${where}`,
    forfeited: `Forfeited, did not come: ${where}`,
    expired: `Expired on ${dayInWords(expiresOn)}`,
    void: where ? `Void, but still booked: ${where}` : 'Void',
  }
  return words[state]
}

/** What a class has in common with the missed one; `level` is the student's, when others of it are there. */
type Likeness = { level: string | null; sameTeacher: boolean; sameWeekday: boolean; sameHour: boolean }

/** Why a class is a good one to make up in, a few words each, the weightiest first. Stored text. */
export function whyOf({ level, sameTeacher, sameWeekday, sameHour }: Likeness) {
  const why = level ? [`Others at ${level}`] : []
  if (sameTeacher) why.push('Same teacher')
  if (sameWeekday) why.push('Same weekday')
  if (sameHour) why.push('Same hour')
  return why
}

type Missed = { firstName: string; name: string; on: Day }

/** `not_missed`: nothing to make up for. */
export const notMissed = ({ firstName, name, on }: Missed) =>
  conflict('not_missed', `${plain(firstName)} missed no class of ${plain(name)} on ${dayInWords(on)}. Choose a day of a regular place.`, {
    on,
  })

/** `has_credit`: one credit for a missed class. */
export const hasCredit = ({ firstName, name, on, creditId }: Missed & { creditId: string }) =>
  conflict('has_credit', `${plain(firstName)} has a credit for ${plain(name)} on ${dayInWords(on)}.`, { creditId })

/** `spent`: a credit that was spent on a make-up is not made void. */
export const spent = () => conflict('spent', 'This credit is spent on a make-up. Remove the make-up first.')

/** `not_open`: nothing to book. */
export const notOpen = (credit: Told) => conflict('not_open', `This credit is not open. ${creditWords(credit)}.`, { state: credit.state })
