import { z } from 'zod'
import { placeWords } from '#features/students/rules.ts'
import type { Columns } from '#shared/csv.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { counted } from '#shared/text.ts'
import type { Oddity } from './api.ts'
import { type Code, codeWords, severities, type Severity, severityWords } from './codes.ts'

/** Endpoint that fixes an oddity, or the page where it can be fixed. */
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
 * Description of an oddity. The ids and days in `about` distinguish it from others with the same code, and
 * don't change while it exists.
 */
type Description = { about: string[]; text: string; fix: Fix }

type Meeting = { date: Day; time: string }
type ClassKeys = { classId: string; className: string }
type StudentKeys = { studentId: string; studentName: string }
type StaffKeys = { staffId: string; staffName: string }
type OtherStudent = { otherId: string; otherName: string }
/** Another record that may belong to the same student, with the student numbers of both records. */
type DuplicateStudents = { otherId: string; num: string; otherNum: string }
type PlaceKeys = StudentKeys & ClassKeys & { placeId: string }
type Guest = PlaceKeys & { type: 'make-up' | 'trial'; date: Day }
type BreakKeys = StudentKeys & ClassKeys & { breakId: string; date: Day }

const at = ({ date, time }: Meeting) => `${dayInWords(date)}, ${clock(time)}`
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

type InactiveWithPlace = PlaceKeys & { status: 'prospect' | 'inactive'; started: boolean; today: Day }

/**
 * Returns the fix for a place of an inactive student or a regular place of a prospect. Inactive students
 * leave the class; prospects become active.
 */
function fitOf({ status, studentId, started, placeId, today }: InactiveWithPlace): Fix {
  if (status === 'prospect')
    return { label: 'Make active', kind: 'students.change', params: { studentId, status: 'active' } }
  return started
    ? changePlace('End the place today', { placeId, endDate: today })
    : dropPlace(placeId, 'Remove the place')
}

type OverfullClass = ClassKeys & Meeting & { seats: number; maxSize: number; reason: string | null }

const descriptions = {
  TC01: ({
    staffId,
    staffName,
    classId,
    className,
    otherId,
    otherName,
    ...when
  }: StaffKeys & ClassKeys & OtherStudent & Meeting): Description => ({
    about: [staffId, classId, otherId],
    text: `${staffName} has ${otherName} and ${className} at the same time on ${at(when)}.`,
    fix: openDay(when.date),
  }),
  TE01: ({ classId, className, ...when }: ClassKeys & Meeting): Description => ({
    about: [classId],
    text: `${className} has no teacher on ${at(when)}.`,
    fix: openDay(when.date),
  }),
  TE02: ({
    staffId,
    staffName,
    classId,
    className,
    ...when
  }: StaffKeys & ClassKeys & Meeting): Description => ({
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
  }: StudentKeys & ClassKeys & OtherStudent & Meeting): Description => ({
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
  }: StudentKeys & ClassKeys & DuplicateStudents): Description => ({
    about: [studentId, otherId, classId],
    text: `${studentName} is in ${className} twice, as ${num} and as ${otherNum}.`,
    fix: openStudent(otherId, `Open ${otherNum}`),
  }),
  ST03: ({ studentId, studentName }: StudentKeys): Description => ({
    about: [studentId],
    text: `${studentName} is active but has no class.`,
    fix: openStudent(studentId),
  }),
  ST04: (row: InactiveWithPlace): Description => ({
    about: [row.placeId],
    text: `${row.studentName} is ${row.status === 'prospect' ? 'a prospect' : 'inactive'} but has a place in ${row.className}.`,
    fix: fitOf(row),
  }),
  CP01: ({ classId, className, seats, maxSize, reason, ...when }: OverfullClass): Description => ({
    about: [classId],
    text: `${className} has ${seats} students for ${counted(maxSize, 'seat')} on ${at(when)}${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`,
    fix: openDay(when.date),
  }),
  CP02: ({
    classId,
    className,
    date,
    regulars,
  }: ClassKeys & { date: Day; regulars: number }): Description => ({
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
  }: PlaceKeys & { waiting: number; from: Day }): Description => ({
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
  }: ClassKeys & Meeting & { expected: number; missing: number }): Description => ({
    about: [classId, when.date],
    text: `${className} on ${at(when)} ${missing === expected ? 'has no attendance recorded' : `is missing ${missing} of ${counted(expected, 'mark')}`}.`,
    fix: openRoll(classId, when.date),
  }),
  AT02: ({
    studentId,
    studentName,
    classId,
    className,
    date,
    onBreak,
  }: StudentKeys & ClassKeys & { date: Day; onBreak: boolean }): Description => ({
    about: [studentId, classId, date],
    text: `${studentName} has an attendance mark in ${className} on ${dayInWords(date)}, but ${onBreak ? 'was on a break' : 'had no place in it that day'}.`,
    fix: openRoll(classId, date),
  }),
  AT03: ({ studentId, studentName, date }: StudentKeys & { date: Day }): Description => ({
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
  }: StudentKeys & { creditId: string; className: string; date: Day }): Description => ({
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
  }: Guest & { why: keyof typeof guestWords }): Description => ({
    about: [placeId],
    text: `${placeWords[type]} for ${studentName} in ${className} on ${dayInWords(date)}: ${guestWords[why]}.`,
    fix: dropPlace(placeId, `Cancel the ${type}`),
  }),
  MK03: ({ placeId, studentName, className, date }: Guest): Description => ({
    about: [placeId],
    text: `${studentName}’s make-up in ${className} on ${dayInWords(date)} uses a void credit.`,
    fix: dropPlace(placeId, 'Cancel the make-up'),
  }),
  BR01: ({ breakId, studentId, studentName, className, date }: BreakKeys): Description => ({
    about: [breakId],
    text: `${studentName}’s break in ${className} starting ${dayInWords(date)} ends after the student’s place in the class does.`,
    fix: openStudent(studentId),
  }),
  BR02: ({ breakId, studentName, className, date, today }: BreakKeys & { today: Day }): Description => ({
    about: [breakId],
    text: `${studentName} has been on a break from ${className} since ${dayInWords(date)}, with no end date.`,
    fix: { label: 'End the break today', kind: 'breaks.change', params: { breakId, endDate: today } },
  }),
  FC01: ({ placeId, studentName, className, date }: PlaceKeys & { date: Day }): Description => ({
    about: [placeId],
    text: `${studentName} has their first class in ${className} on ${dayInWords(date)}, but the class doesn’t meet that day.`,
    fix: changePlace('Unmark as first class', { placeId, firstClass: false }),
  }),
  LC01: ({ placeId, studentId, studentName, className, date }: PlaceKeys & { date: Day }): Description => ({
    about: [placeId, date],
    text: `${studentName} has their last class in ${className} on ${dayInWords(date)}, with no note or plan for afterward.`,
    fix: openStudent(studentId),
  }),
  PR01: ({
    studentId,
    studentName,
    className,
    date,
  }: StudentKeys & { className: string; date: Day }): Description => ({
    about: [studentId, date],
    text: `${studentName} had a trial in ${className} on ${dayInWords(date)}, with no follow-up.`,
    fix: openStudent(studentId),
  }),
  DA01: ({
    studentId,
    studentName,
    otherId,
    ...of
  }: StudentKeys & DuplicateStudents & { alike: string }): Description => ({
    about: [studentId, otherId],
    text: `${studentName} is listed as ${of.num} and as ${of.otherNum}, with the same ${of.alike}.`,
    fix: openStudent(otherId, `Open ${of.otherNum}`),
  }),
  DA02: ({ studentId, studentName }: StudentKeys): Description => ({
    about: [studentId],
    text: `Nobody can be reached for ${studentName}: no parent who may be contacted has an email or phone.`,
    fix: openStudent(studentId),
  }),
} as const satisfies Record<Code, (row: never) => Description>

/** Row returned by a code's query; `since` is the day on which the problem started. */
export type Row<C extends Code> = Parameters<(typeof descriptions)[C]>[0] & { since: Day }

const byCode: { [C in Code]: (row: Row<C>) => Description } = descriptions

/** Describes the oddity of a row found by a code's query. Names are as stored. */
export const describeOddity = <C extends Code>(code: C, row: Row<C>) => byCode[code](row)

/** Compares oddities: most severe first, then oldest, then by key. */
export const byUrgency = (one: OrderKeys, other: OrderKeys) =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
  one.since.localeCompare(other.since) ||
  one.key.localeCompare(other.key)
type OrderKeys = { severity: Severity; since: Day; key: string }

/** Filter of the list: `all`, one severity, or `snoozed`. Only `snoozed` shows snoozed oddities. */
export const OddityFilter = z.enum(['all', ...severities, 'snoozed'])
export type OddityFilter = z.infer<typeof OddityFilter>
export const isShown = (show: OddityFilter, { severity, snoozedUntil }: Oddity) =>
  show === 'snoozed'
    ? snoozedUntil !== undefined
    : snoozedUntil === undefined && (show === 'all' || show === severity)

export const oddityColumns: Columns<Oddity> = [
  ['Severity', ({ severity }) => severityWords[severity]],
  ['Kind', ({ code }) => codeWords(code)],
  ['Problem', ({ text }) => text],
  ['Since', ({ since }) => since],
  ['On', ({ date = null }) => date],
  ['Snoozed until', ({ snoozedUntil = null }) => snoozedUntil],
  ['Snooze reason', ({ snoozedFor = null }) => snoozedFor],
]
