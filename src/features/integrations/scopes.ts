import { t } from '#shared/language.ts'
import type { Permission } from '#shared/permissions.ts'

/** A permission that an access token can have: its name, and what it allows a program to do. */
type Scope = { label: string; about: string; writes?: true }

/**
 * Permissions that an access token can have, with their labels. They are a subset of the permission table
 * that excludes account management, exports of whole lists, and learning material with its answers.
 */
export const scopes = {
  'centers.read': { label: 'Center', about: 'Address, settings and closed days' },
  'staff.read': { label: 'Staff', about: 'Names, email addresses and roles' },
  'students.read': {
    label: 'Students and parents',
    about: 'Profiles, contact details, notes, awards and attendance history',
  },
  'classes.read': { label: 'Classes', about: 'Classes with their times, teachers and sizes' },
  'schedules.read': { label: 'Daily schedule', about: 'Who is in which class on a day' },
  'places.read': { label: 'Enrollments', about: 'Places in classes, make-up credits and open seats' },
  'attendance.read': { label: 'Attendance', about: 'A class’s attendance for one day' },
  'attendance.take': { label: 'Take attendance', about: 'Mark students present or absent', writes: true },
  'attendance.correct': {
    label: 'Correct attendance',
    about: 'Change and clear attendance marks',
    writes: true,
  },
  'places.change': {
    label: 'Change enrollments',
    about: 'Enroll students, move or end enrollments, and grant make-up credits',
    writes: true,
  },
} as const satisfies Partial<Record<Permission, Scope>>

export type ScopeName = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as ScopeName[]

/** Maximum number of days for which a token is valid. */
export const maxDays = 365

/** Lists the labels of a token's permissions, in the order of the table: `Students and parents, Classes`. */
export const scopesInWords = (names: readonly string[]) =>
  scopeNames
    .filter((name) => names.includes(name))
    .map((name) => t(scopes[name].label))
    .join(', ')

/** True if a permission lets a program change something. */
export const writes = (name: ScopeName) => 'writes' in scopes[name]
