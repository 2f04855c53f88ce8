import { t } from '#shared/language.ts'

/** Severities of oddities, most severe first. */
export const severities = ['error', 'warn', 'info'] as const
export type Severity = (typeof severities)[number]
export const severityWords: Record<Severity, string> = {
  error: 'Urgent',
  warn: 'Needs attention',
  info: 'For your information',
}

/**
 * Kinds of problems in a center's schedule (product §3), each with its severity, its heading, and the noun
 * used to count what is affected, as in “3 classes”. There are no codes for situations that the database
 * prevents, such as two places in a class on the same day, or overlapping breaks of a place.
 */
const kinds = {
  TC01: ['error', 'Teacher in two classes at once', 'teacher'],
  TE01: ['error', 'Class without a teacher', 'class'],
  TE02: ['warn', 'Inactive teacher', 'class'],
  ST01: ['error', 'Student in two classes at once', 'student'],
  ST02: ['warn', 'Student twice in one class', 'student'],
  ST03: ['warn', 'Active student without a class', 'student'],
  ST04: ['warn', 'Inactive student with a place', 'place'],
  CP01: ['error', 'Class over capacity', 'class'],
  CP02: ['info', 'Nearly empty class', 'class'],
  WL01: ['warn', 'Waitlist with open seats', 'class'],
  AT01: ['error', 'Attendance missing', 'class'],
  AT02: ['warn', 'Marked but not expected', 'mark'],
  AT03: ['warn', 'Three absences in a row', 'student'],
  MK01: ['warn', 'Make-up credit about to expire', 'credit'],
  MK02: ['error', 'Invalid make-up or trial', 'guest'],
  MK03: ['warn', 'Make-up with a void credit', 'make-up'],
  BR01: ['error', 'Break ends after the place does', 'break'],
  BR02: ['warn', 'Break without an end date', 'break'],
  FC01: ['warn', 'First class on the wrong day', 'student'],
  LC01: ['info', 'Last class without follow-up', 'student'],
  PR01: ['warn', 'Prospect without a next step', 'prospect'],
  DA01: ['warn', 'Possible duplicate student', 'student'],
  DA02: ['warn', 'No parent can be reached', 'student'],
} as const satisfies Record<string, readonly [Severity, string, string]>

export type Code = keyof typeof kinds
export const codes = Object.keys(kinds) as [Code, ...Code[]]
export const isCode = (text: string): text is Code => Object.hasOwn(kinds, text)
export const severityOf = (code: Code): Severity => kinds[code][0]
export const codeWords = (code: Code) => t(kinds[code][1])
/** Returns the noun used to count problems with a code, as in “3 classes”. */
export const nounOf = (code: Code) => kinds[code][2]
