import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { z } from 'zod'
import type { ExpectedAs } from '../rules.ts'
import { type CreditSettings, givesCredit } from './credit-state.ts'

/**
 * Consequence of reporting an absence. Missing a regular class gives a make-up credit (`credit`), or none
 * because the limit of open credits is reached (`enough`), the report is late (`late`), or the center gives
 * none (`none`, also for a trial). Missing a make-up reopens the credit it was booked with (`reopened`), or
 * forfeits it if the report is late (`spent`; product §3: no make-up of a make-up).
 */
export const AbsenceOutcome = z.enum(['credit', 'enough', 'late', 'none', 'reopened', 'spent'])

export type AbsenceOutcome = z.infer<typeof AbsenceOutcome>

const hourMs = 3_600_000

/** Returns the whole hours between two instants, at least 0. */
export const hoursBetween = (from: string, to: string) =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / hourMs))

type AbsenceReport = {
  type: ExpectedAs
  hasEnough: boolean
  classAt: string
  reportedAt: string
  settings: CreditSettings
}

/**
 * Returns the consequence of reporting an absence at `reportedAt` from a class that starts at `classAt`; both
 * are instants in UTC.
 */
export function followsOf({ type, hasEnough, classAt, reportedAt, settings }: AbsenceReport): AbsenceOutcome {
  if (type === 'trial') return 'none'
  const inTime = Date.parse(classAt) - Date.parse(reportedAt) >= settings.noticeHours * hourMs
  if (type === 'make-up') return inTime ? 'reopened' : 'spent'
  const miss = {
    placeType: type,
    onBreak: false,
    attended: false,
    noticedAt: reportedAt,
    excused: false,
    canceled: false,
  }
  if (givesCredit({ ...miss, classAt, settings })) return hasEnough ? 'enough' : 'credit'
  return settings.makeupRule === 'never' ? 'none' : 'late'
}

/**
 * Consequence of reporting an absence, with the whole hours from the report to the class, and the minimum
 * notice.
 */
export const Consequence = z.object({ follows: AbsenceOutcome, hoursAhead: z.int(), noticeHours: z.int() })
type Consequence = z.infer<typeof Consequence>

/** Formats hours: `30 hours`, or `5 days` for two days or more. */
export const ahead = (hours: number) =>
  hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')

/** Describes the consequence of reporting an absence, for a parent. */
export function followsInWords({ follows, hoursAhead, noticeHours }: Consequence) {
  const inTime = t('Reported {time} before class', { time: ahead(hoursAhead) })
  const late = t('Reported less than {time} before class', { time: ahead(noticeHours) })
  const words: Record<AbsenceOutcome, string> = {
    credit: t('{inTime}: you get a make-up credit.', { inTime }),
    enough: t('You get no make-up credit, because you already have the maximum number of open credits.'),
    late: t('{late}: no make-up credit, unless the center excuses the absence.', { late }),
    none: t('You get no make-up credit for this.'),
    reopened: t('{inTime}: you can use the make-up credit on another day.', { inTime }),
    spent: t('{late}: the make-up credit is used up.', { late }),
  }
  return words[follows]
}

/** Describes the consequence of reporting a student's absence, for the office. */
export function followsForOffice({ follows, hoursAhead, noticeHours }: Consequence, firstName: string) {
  const inTime = `Reported ${ahead(hoursAhead)} before class`
  const late = `Reported less than ${ahead(noticeHours)} before class`
  const words: Record<AbsenceOutcome, string> = {
    credit: `${inTime}: ${firstName} gets a make-up credit.`,
    enough: `${firstName} gets no make-up credit, because ${firstName} already has the maximum number of open credits.`,
    late: `${late}: no make-up credit, unless the center excuses the absence.`,
    none: `${firstName} gets no make-up credit for this.`,
    reopened: `${inTime}: ${firstName} can use the make-up credit on another day.`,
    spent: `${late}: the make-up credit is used up.`,
  }
  return words[follows]
}
