import { z } from 'zod'
import { placeWords } from '#features/students/rules.ts'
import type { Columns } from '#shared/csv.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { counted } from '#shared/text.ts'
import type { Oddity } from './api.ts'
import { t } from '#shared/language.ts'

/**
 * Problems in a center's schedule (product §3), each described in a sentence, with one way to fix it. Each
 * code is one kind of problem. There are no codes for situations that the database prevents, such as two
 * places in a class on the same day, or overlapping breaks of a place.
 */
const severities = ['error', 'warn', 'info'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>
export const severityWords: Record<Severity, string> = {
  error: 'Urgent',
  warn: 'Needs attention',
  info: 'For information',
}

/**
 * Severity, heading and counting noun of each kind of problem. The noun names what is affected, as in “3
 * classes”.
 */
const kinds = {
  TC01: ['error', 'Teacher in two classes at once', 'teacher'],
  TE01: ['error', 'Class without a teacher', 'class'],
  TE02: ['warn', 'Inactive teacher', 'class'],
  ST01: ['error', 'Student in two classes at once', 'student'],
  ST02: ['warn', 'Student twice in one class', 'student'],
  ST03: ['warn', 'Active student without a class', 'student'],
  ST04: ['warn', 'Place of an inactive student', 'place'],
  CP01: ['error', 'Class over capacity', 'class'],
  CP02: ['info', 'Nearly empty class', 'class'],
  WL01: ['warn', 'Waitlist with open seats', 'class'],
  AT01: ['error', 'Attendance missing', 'class'],
  AT02: ['warn', 'Marked but not expected', 'mark'],
  AT03: ['warn', 'Three absences in a row', 'student'],
  MK01: ['warn', 'Make-up credit about to expire', 'credit'],
  MK02: ['error', 'Impossible make-up or trial', 'guest'],
  MK03: ['warn', 'Make-up with a void credit', 'make-up'],
  BR01: ['error', 'Break outside its place', 'break'],
  BR02: ['warn', 'Break without an end date', 'break'],
  FC01: ['warn', 'First class on the wrong day', 'student'],
  LC01: ['info', 'Last class without follow-up', 'student'],
  PR01: ['warn', 'Prospect without a next step', 'prospect'],
  DA01: ['warn', 'Possible duplicate student', 'student'],
  DA02: ['warn', 'No parent can be reached', 'student'],
} as const satisfies Record<string, readonly [Severity, string, string]>

export type Code = keyof typeof kinds
export const Code = z.enum(Object.keys(kinds) as [Code, ...Code[]])
export const severityOf = (code: Code): Severity => kinds[code][0]
export const codeWords = (code: Code) => t(kinds[code][1])
/** Returns the noun used to count problems with a code, as in “3 classes”. */
export const nounOf = (code: Code) => kinds[code][2]

/** Endpoint that fixes the oddity with these parameters, or the page where it can be fixed. */
export const FixKind = z.enum([
  'places.change',
  'places.remove',
  'breaks.change',
  'students.change',
  'student',
  'roll',
  'day',
])
type Fix = { label: string; kind: z.infer<typeof FixKind>; params: Record<string, string | boolean> }

/**
 * The ids in `about` distinguish an oddity from others with the same code. They don't change while the oddity
 * exists.
 */
type Told = { about: string[]; text: string; fix: Fix }

type When = { date: Day; time: string }
type InClass = { classId: string; className: string }
type OfStudent = { studentId: string; studentName: string }
type OfStaff = { staffId: string; staffName: string }
type Other = { otherId: string; otherName: string }
/** Another record that may be the same student, with both student numbers. */
type Twins = { otherId: string; num: string; otherNum: string }
type Placed = OfStudent & InClass & { placeId: string }
type Guest = Placed & { type: 'make-up' | 'trial'; date: Day }
type OfBreak = OfStudent & InClass & { breakId: string; date: Day }

const at = ({ date, time }: When) => `${dayInWords(date)}, ${clock(time)}`
const openDay = (date: Day): Fix => ({ label: 'Open the day', kind: 'day', params: { scheduleId: date } })
const openRoll = (classId: string, on: Day): Fix => ({
  label: 'Open the roll',
  kind: 'roll',
  params: { classId, on },
})
const openStudent = (studentId: string, label = 'Open the student'): Fix => ({
  label,
  kind: 'student',
  params: { studentId },
})
const dropPlace = (placeId: string, label: string): Fix => ({
  label,
  kind: 'places.remove',
  params: { placeId },
})
const changePlace = (label: string, params: Fix['params']): Fix => ({ label, kind: 'places.change', params })

/** Reasons why a make-up or trial can't take place. */
const guestWords = {
  closed: 'the center is closed',
  canceled: 'the class is canceled',
  'no class': 'the class does not meet',
  subject: 'the missed class had a different subject or type',
} as const

type Unfit = Placed & { status: 'prospect' | 'inactive'; started: boolean; today: Day }

/**
 * Returns the fix for a place of an inactive student or a regular place of a prospect. Inactive students
 * leave the class; prospects become active.
 */
function fitOf({ status, studentId, started, placeId, today }: Unfit): Fix {
  if (status === 'prospect')
    return { label: 'Make active', kind: 'students.change', params: { studentId, status: 'active' } }
  return started
    ? changePlace('End the place today', { placeId, endDate: today })
    : dropPlace(placeId, 'Remove the place')
}

type Over = InClass & When & { seats: number; maxSize: number; reason: string | null }

const tellers = {
  TC01: ({
    staffId,
    staffName,
    classId,
    className,
    otherId,
    otherName,
    ...when
  }: OfStaff & InClass & Other & When): Told => ({
    about: [staffId, classId, otherId],
    text: `${staffName} has ${otherName} and ${className} at the same time on ${at(when)}.`,
    fix: openDay(when.date),
  }),
  TE01: ({ classId, className, ...when }: InClass & When): Told => ({
    about: [classId],
    text: `${className} has no teacher on ${at(when)}.`,
    fix: openDay(when.date),
  }),
  TE02: ({ staffId, staffName, classId, className, ...when }: OfStaff & InClass & When): Told => ({
    about: [staffId, classId],
    text: `${className} on ${at(when)} is taught by ${staffName}, who isn’t an active teacher here.`,
    fix: openDay(when.date),
  }),
  ST01: ({
    studentId,
    studentName,
    classId,
    className,
    otherId,
    otherName,
    ...when
  }: OfStudent & InClass & Other & When): Told => ({
    about: [studentId, classId, otherId],
    text: `${studentName} is in ${otherName} and ${className} at the same time on ${at(when)}.`,
    fix: openStudent(studentId),
  }),
  ST02: ({
    studentId,
    studentName,
    classId,
    className,
    otherId,
    num,
    otherNum,
  }: OfStudent & InClass & Twins): Told => ({
    about: [studentId, otherId, classId],
    text: `${studentName} is in ${className} twice, as ${num} and as ${otherNum}.`,
    fix: openStudent(otherId, `Open ${otherNum}`),
  }),
  ST03: ({ studentId, studentName }: OfStudent): Told => ({
    about: [studentId],
    text: `${studentName} is active but has no class.`,
    fix: openStudent(studentId),
  }),
  ST04: (row: Unfit): Told => ({
    about: [row.placeId],
    text: `${row.studentName} is ${row.status === 'prospect' ? 'a prospect' : 'inactive'} but has a place in ${row.className}.`,
    fix: fitOf(row),
  }),
  CP01: ({ classId, className, seats, maxSize, reason, ...when }: Over): Told => ({
    about: [classId],
    text: `${className} has ${seats} students for ${counted(maxSize, 'seat')} on ${at(when)}${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`,
    fix: openDay(when.date),
  }),
  CP02: ({ classId, className, date, regulars }: InClass & { date: Day; regulars: number }): Told => ({
    about: [classId],
    text: `${className} has had ${regulars === 0 ? 'no regular students' : 'one regular student'} for three weeks.`,
    fix: openDay(date),
  }),
  WL01: ({
    placeId,
    studentName,
    classId,
    className,
    waiting,
    from,
  }: Placed & { waiting: number; from: Day }): Told => ({
    about: [classId],
    text: `${className} has an open seat starting ${dayInWords(from)}, and ${counted(waiting, 'student')} on its waitlist: ${studentName} is first.`,
    fix: changePlace('Enroll', { placeId, type: 'regular', startDate: from, firstClass: true }),
  }),
  AT01: ({
    classId,
    className,
    expected,
    missing,
    ...when
  }: InClass & When & { expected: number; missing: number }): Told => ({
    about: [classId, when.date],
    text: `${className} on ${at(when)} ${missing === expected ? 'has no attendance' : `is missing ${missing} of ${counted(expected, 'mark')}`}.`,
    fix: openRoll(classId, when.date),
  }),
  AT02: ({
    studentId,
    studentName,
    classId,
    className,
    date,
    onBreak,
  }: OfStudent & InClass & { date: Day; onBreak: boolean }): Told => ({
    about: [studentId, classId, date],
    text: `${studentName} is marked in ${className} on ${dayInWords(date)}, but ${onBreak ? 'was on a break' : 'has no place in it that day'}.`,
    fix: openRoll(classId, date),
  }),
  AT03: ({ studentId, studentName, date }: OfStudent & { date: Day }): Told => ({
    about: [studentId, date],
    text: `${studentName} missed three classes in a row, most recently on ${dayInWords(date)}.`,
    fix: openStudent(studentId),
  }),
  MK01: ({
    creditId,
    studentId,
    studentName,
    className,
    date,
  }: OfStudent & { creditId: string; className: string; date: Day }): Told => ({
    about: [creditId],
    text: `${studentName}’s make-up credit for ${className} expires on ${dayInWords(date)}.`,
    fix: openStudent(studentId, 'Find a make-up'),
  }),
  MK02: ({
    placeId,
    studentName,
    className,
    type,
    date,
    why,
  }: Guest & { why: keyof typeof guestWords }): Told => ({
    about: [placeId],
    text: `${placeWords[type]} of ${studentName} in ${className} on ${dayInWords(date)}: ${guestWords[why]}.`,
    fix: dropPlace(placeId, `Cancel the ${type}`),
  }),
  MK03: ({ placeId, studentName, className, date }: Guest): Told => ({
    about: [placeId],
    text: `${studentName}’s make-up in ${className} on ${dayInWords(date)} uses a void credit.`,
    fix: dropPlace(placeId, 'Cancel the make-up'),
  }),
  BR01: ({ breakId, studentId, studentName, className, date }: OfBreak): Told => ({
    about: [breakId],
    text: `${studentName}’s break in ${className} starting ${dayInWords(date)} goes past the end of the place.`,
    fix: openStudent(studentId),
  }),
  BR02: ({ breakId, studentName, className, date, today }: OfBreak & { today: Day }): Told => ({
    about: [breakId],
    text: `${studentName} has been on a break from ${className} since ${dayInWords(date)}, with no end date.`,
    fix: { label: 'End the break today', kind: 'breaks.change', params: { breakId, endDate: today } },
  }),
  FC01: ({ placeId, studentName, className, date }: Placed & { date: Day }): Told => ({
    about: [placeId],
    text: `${studentName} has their first class in ${className} on ${dayInWords(date)}, but the class doesn’t meet that day.`,
    fix: changePlace('Unmark as first class', { placeId, firstClass: false }),
  }),
  LC01: ({ placeId, studentId, studentName, className, date }: Placed & { date: Day }): Told => ({
    about: [placeId, date],
    text: `${studentName} has their last class in ${className} on ${dayInWords(date)}, with no note or plan for afterward.`,
    fix: openStudent(studentId),
  }),
  PR01: ({
    studentId,
    studentName,
    className,
    date,
  }: OfStudent & { className: string; date: Day }): Told => ({
    about: [studentId, date],
    text: `${studentName} had a trial in ${className} on ${dayInWords(date)}, with no follow-up.`,
    fix: openStudent(studentId),
  }),
  DA01: ({ studentId, studentName, otherId, ...of }: OfStudent & Twins & { alike: string }): Told => ({
    about: [studentId, otherId],
    text: `${studentName} is listed as ${of.num} and as ${of.otherNum}, with the same ${of.alike}.`,
    fix: openStudent(otherId, `Open ${of.otherNum}`),
  }),
  DA02: ({ studentId, studentName }: OfStudent): Told => ({
    about: [studentId],
    text: `Nobody can be reached for ${studentName}: no parent who may be contacted has an email or phone.`,
    fix: openStudent(studentId),
  }),
} as const satisfies Record<Code, (row: never) => Told>

/** Row returned by a code's query; `since` is the day on which the problem started. */
export type Row<C extends Code> = Parameters<(typeof tellers)[C]>[0] & { since: Day }

const byCode: { [C in Code]: (row: Row<C>) => Told } = tellers

/** Returns the sentence and the fix for a row found by a code's query. Names are as stored. */
export const tell = <C extends Code>(code: C, row: Row<C>) => byCode[code](row)

/** Compares oddities: most severe first, then oldest, then by key. */
export const byUrgency = (one: Ordered, other: Ordered) =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
  one.since.localeCompare(other.since) ||
  one.key.localeCompare(other.key)
type Ordered = { severity: Severity; since: Day; key: string }

/** Filter of the list: oddities that aren't snoozed, of all severities or of one, or the snoozed ones. */
export const Shown = z.enum(['all', ...Severity.options, 'snoozed'])
export type Shown = z.infer<typeof Shown>
export const isShown = (show: Shown, { severity, snoozedUntil }: Oddity) =>
  show === 'snoozed'
    ? snoozedUntil !== undefined
    : snoozedUntil === undefined && (show === 'all' || show === severity)

/** Columns of the exported file. */
export const oddityColumns: Columns<Oddity> = [
  ['Severity', ({ severity }) => severityWords[severity]],
  ['Kind', ({ code }) => codeWords(code)],
  ['Problem', ({ text }) => text],
  ['Since', ({ since }) => since],
  ['On', ({ date = null }) => date],
  ['Snoozed until', ({ snoozedUntil = null }) => snoozedUntil],
  ['Snooze reason', ({ snoozedFor = null }) => snoozedFor],
]
