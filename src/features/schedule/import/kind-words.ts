import { reader, t } from '#shared/language.ts'
import type { ImportKind } from './columns.ts'

/** Texts for each kind of import. */
export const kinds = {
  staff: {
    title: 'Import staff',
    file: 'File with staff',
    label: 'Staff',
    about:
      'One person per row: name, role and email. Teachers and assistants need no email. Operators get an invitation, and people who already have an account must accept first.',
    list: { to: '/centers/$centerId/staff', words: 'Show the staff' },
    allThere: 'All of these people are already on the staff.',
  },
  classes: {
    title: 'Import classes',
    file: 'File with classes',
    label: 'Classes',
    about:
      'One class per row: name, subject, weekday, time and seats. Teachers must be on the staff already.',
    list: { to: '/centers/$centerId/classes', words: 'Show the classes' },
    allThere: 'All of these classes already exist.',
  },
  enrollments: {
    title: 'Import enrollments',
    file: 'File with enrollments',
    label: 'Enrollments',
    about:
      'One student and one class per row. Both must already exist. Identify each student by number or full name.',
    list: { to: '/centers/$centerId/scheduler', words: 'Show the schedule' },
    allThere: 'All of these enrollments already exist.',
  },
} as const

/** Formats a count: `3 people`, `1 class`. */
export function countInWords(kind: ImportKind, count: number) {
  const many = { count: count.toLocaleString(reader().tag) }
  if (kind === 'staff') return count === 1 ? t('1 person') : t('{count} people', many)
  if (kind === 'classes') return count === 1 ? t('1 class') : t('{count} classes', many)
  return count === 1 ? t('1 enrollment') : t('{count} enrollments', many)
}
