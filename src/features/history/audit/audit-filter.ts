import { z } from 'zod'
import { isDay } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'

/** Areas of actions: the first part of their names. */
export const areas = {
  accounts: 'Accounts',
  staff: 'Staff',
  students: 'Students and parents',
  families: 'Family invitations',
  family: 'Changes by families',
  prospects: 'Prospects',
  records: 'Tests, notes and awards',
  attendance: 'Attendance',
  absences: 'Reported absences',
  classes: 'Classes',
  places: 'Places in classes',
  breaks: 'Breaks',
  credits: 'Make-up credits',
  schedules: 'Daily schedules',
  centers: 'Centers',
  practice: 'Work',
  grading: 'Grading',
  classroom: 'Classrooms',
  devices: 'Devices',
  integrations: 'Integrations',
  emails: 'Messages',
  questions: 'Questions',
  material: 'Material',
  hints: 'Hints',
  privacy: 'Privacy',
  operation: 'Backups and alarms',
} as const

export const Area = z.enum(Object.keys(areas) as (keyof typeof areas)[])
export type Area = z.infer<typeof Area>

/** Filter of the audit log: names, an area, a day and a center. */
export type AuditFilter = { by?: string; of?: string; area?: Area; on?: Day; center?: string }

const worded = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number' ? `${value}`.slice(0, 100) : '') || undefined

/** Parses the filter from URL parameters, leaving out invalid values. */
export const auditFilterIn = ({ by, of, area, on, center }: Record<string, unknown>): AuditFilter => ({
  by: worded(by),
  of: worded(of),
  area: Area.safeParse(area).data,
  on: typeof on === 'string' && isDay(on) ? on : undefined,
  center: worded(center),
})

/** Returns text as it is, other values as JSON, and an empty string for `undefined`. */
const inLine = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/**
 * Returns the changed fields of two JSON texts with their old and new values. A value that isn't an object
 * counts as a field `all`.
 */
export function fieldsOf(before: string | null, after: string | null) {
  const sides = [before, after].map((side) => (side === null ? {} : (JSON.parse(side) as unknown)))
  const [was, is] = sides.map((side) =>
    typeof side === 'object' && side !== null && !Array.isArray(side)
      ? (side as Record<string, unknown>)
      : { all: side },
  ) as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, was: inLine(was[field]), is: inLine(is[field]) }))
    .filter((each) => each.was !== each.is)
}
