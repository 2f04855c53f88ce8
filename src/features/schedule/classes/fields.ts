import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { count, lower, quoted, text, time } from '#features/history/change-words.ts'
import { dayWords } from '#features/students/rules.ts'
import { Time } from '#shared/days.ts'
import { partOf } from '#shared/field-table.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'
import { longest } from '#shared/text.ts'
import type { Names } from '#shared/wording.ts'
import { ClassType, typeWords } from '../rules.ts'

/**
 * Fields of a class; their properties are explained in `#features/students/fields.ts`. Fields with a `column`
 * are the same on every day; fields with a `termColumn` can change starting on a day.
 */
export const classFields = {
  name: {
    check: RequiredText(longest.name),
    stored: z.string(),
    column: 'name',
    privacy: 'personal',
    label: 'Name',
    history: ['the name'],
  },
  subject: {
    check: Subject,
    stored: Subject,
    column: 'subject',
    privacy: 'internal',
    label: 'Subject',
    history: ['the subject'],
  },
  type: {
    check: ClassType,
    stored: ClassType,
    column: 'type',
    privacy: 'internal',
    label: 'Type',
    history: ['the type', lower(typeWords)],
  },
  /** 0 = Sunday. */
  day: {
    check: z.int().min(0).max(6),
    stored: z.int(),
    termColumn: 'day',
    privacy: 'internal',
    label: 'Day',
    history: ['the weekday', (value: unknown) => dayWords[Number(value)] ?? ''],
  },
  time: {
    check: Time,
    stored: Time,
    termColumn: 'time',
    privacy: 'internal',
    label: 'Time',
    history: ['the time', time],
  },
  minutes: {
    ...whole(5, 480),
    add: whole(5, 480).check.optional(),
    termColumn: 'minutes',
    privacy: 'internal',
    label: 'Minutes',
    history: ['the length', count('minute')],
  },
  maxSize: {
    ...whole(1, 100),
    termColumn: 'max_size',
    privacy: 'internal',
    label: 'Seats',
    history: ['the size', count('seat')],
  },
  teacherId: {
    check: Id.nullable(),
    add: Id.nullable().default(null),
    stored: Id.nullable(),
    termColumn: 'teacher_id',
    privacy: 'internal',
    label: 'Teacher',
    history: ['the teacher', (value: unknown, names: Names) => names.get(text(value)) ?? 'somebody'],
  },
  notes: {
    check: Text(longest.note),
    add: Text(longest.note).default(''),
    stored: z.string(),
    column: 'notes',
    privacy: 'personal',
    label: 'Notes',
    history: ['the note', quoted],
  },
} as const

function whole(least: number, most: number) {
  return { check: z.int().min(least).max(most), stored: z.int(), least, most } as const
}

export const classLabels = partOf(classFields, 'label')
export const classColumns = partOf(classFields, 'column')
export const termColumns = partOf(classFields, 'termColumn')

/** Stored values of a class on a day. */
export const ClassValues = z.object(partOf(classFields, 'stored'))
export type ClassValues = z.infer<typeof ClassValues>

/** Fields that are the same on every day. */
export type OwnValues = Pick<ClassValues, keyof typeof classColumns>
/** Recurring facts, which can change starting on a day. */
export type Facts = Pick<ClassValues, keyof typeof termColumns>
