import { clock } from '#shared/day-text.ts'
import { dayWords } from '#features/students/rules.ts'
import { counted } from '#shared/text.ts'
import {
  sideOf,
  sidesOf,
  text,
  quoted,
  countedOr,
  date,
  listed,
  changesInWords,
  named,
  student,
  klass,
  inClass,
  more,
  why,
  span,
  changes,
  personIn,
  peopleIn,
} from '#features/history/change-words.ts'
import { partOf } from '#shared/field-table.ts'
import { t } from '#shared/language.ts'
import { classFields } from './classes/fields.ts'
import type { Fields, Side, LoggedChange, Wording } from '#shared/wording.ts'

const canceled = ({ row, after }: LoggedChange) =>
  sidesOf((after['canceled'] ? after : row)['canceled'])
    .map(({ name, on }) =>
      t('; the make-up in {name} on {day} was canceled', { name: text(name), day: date(on) }),
    )
    .join('')

function importedWords({ kind, total }: Side) {
  const count = { count: text(total) }
  if (kind === 'staff') return total === 1 ? t('1 staff member') : t('{count} staff members', count)
  if (kind === 'classes') return total === 1 ? t('1 class') : t('{count} classes', count)
  if (kind === 'enrollments') return total === 1 ? t('1 enrollment') : t('{count} enrollments', count)
  return countedOr(total, 'row')
}

/** Describes enrolling a student, booking a make-up or trial, or adding a student to a waitlist. */
function given({ after, ...change }: LoggedChange) {
  const [who, where] = [student({ ...change, after }), klass({ ...change, after }, after)]
  const over = after['overReason']
    ? t(', over the seat limit{reason}', { reason: why(after['overReason']) })
    : ''
  const is = after['status'] === 'active' ? t(', and made them active') : ''
  if (after['type'] === 'waitlist')
    return t('added {who} to the waitlist for {where} {days}', { who, where, days: span(after) })
  if (after['type'] === 'regular')
    return t('enrolled {who} in {where} {days}{over}{is}', { who, where, days: span(after), over, is })
  return t('booked a {type} for {who} in {where} {days}{over}', {
    type: t(text(after['type'])),
    who,
    where,
    days: span(after),
    over,
  })
}

function moved(change: LoggedChange) {
  const { before, after } = change
  const [from, to] = [klass(change, before), klass(change, after)]
  const isGuest = after['startDate'] === after['endDate']
  if (isGuest)
    return t('moved {student}’s {type} from {from}, {day}, to {to}, {day2}', {
      type: t(text(after['type'])),
      student: student(change),
      from,
      day: date(before['startDate']),
      to,
      day2: date(after['startDate']),
    })
  return t('moved {student} from {from} to {to} ({days})', {
    student: student(change),
    from,
    to,
    days: span(after),
  })
}

function removed(change: LoggedChange) {
  const { type } = change.before
  if (type === 'waitlist')
    return t('removed {student} from the waitlist for {className}', {
      student: student(change),
      className: klass(change, change.before),
    })
  if (type === 'regular')
    return t('removed {student} from {className}', {
      student: student(change),
      className: klass(change, change.before),
    })
  return t('canceled the {type} for {place} {days}', {
    type: t(text(type)),
    place: inClass(change),
    days: span(change.before),
  })
}

/**
 * Describes the breaks in the state `side` (before or after a change) that the state `other` doesn't have.
 */
const breaksOnlyIn = (side: Side, other: Side) => {
  const there = sidesOf(other['breaks']).map(span)
  return sidesOf(side['breaks'])
    .map(span)
    .filter((days) => !there.includes(days))
}

function paused(change: LoggedChange) {
  const [dropped, added] = [
    breaksOnlyIn(change.before, change.after),
    breaksOnlyIn(change.after, change.before),
  ]
  const of = t('break for {place}', { place: inClass(change) })
  if (dropped.length === 0)
    return t('added a {break} {days}{canceled}', {
      break: of,
      days: listed(added),
      canceled: canceled(change),
    })
  if (added.length === 0) return t('removed the {break} {days}', { break: of, days: listed(dropped) })
  return t('changed the {break}: now {now}, previously {before}{canceled}', {
    break: of,
    now: listed(added),
    before: listed(dropped),
    canceled: canceled(change),
  })
}

function credit(change: LoggedChange) {
  const { before, after } = change
  const of = t('{student}’s make-up credit for {className} on {day}', {
    student: student(change),
    className: text(change.row['className']) || klass(change, change.row),
    day: date(change.row['missedOn']),
  })
  const isVoid = [before, after].map(({ voidAt }) => Boolean(voidAt))
  const parts = [
    isVoid[0] !== isVoid[1] && (isVoid[1] ? t('voided {of}', { of }) : t('restored {of}', { of })),
    before['expiresOn'] !== after['expiresOn'] &&
      t('changed the last day of {of} from {day} to {day2}', {
        of,
        day: date(before['expiresOn']),
        day2: date(after['expiresOn']),
      }),
  ].filter((part) => part !== false)
  return listed(parts) || t('changed {of}', { of })
}

/** Describes changes to a class on a day: substitute, assistants, note, and cancellation. */
function dayChanged({ before, after, classId, names, fields }: LoggedChange) {
  const of = (side: Side) => sidesOf(side['classes']).find((each) => each['classId'] === classId) ?? {}
  const [was, is] = [of(before), of(after)]
  const [off, on] = [was['canceled'], is['canceled']].map((each) => (each ? sideOf(each) : null))
  const [old, now] = [personIn(was['substitute']), personIn(is['substitute'])]
  const helped = [peopleIn(was['assistants']), peopleIn(is['assistants'])] as const
  const parts = [
    on && !off && t('canceled the class{reason}', { reason: why(on['reason']) }),
    off && !on && t('restored the canceled class'),
    on &&
      off &&
      on['reason'] !== off['reason'] &&
      t('changed the reason for canceling the class to {reason}', { reason: quoted(on['reason']) }),
    now !== old &&
      (now ? t('made {now} the substitute', { now }) : t('removed {old} as the substitute', { old })),
    helped[0] !== helped[1] &&
      t('changed the assistants from {before} to {now}', { before: helped[0], now: helped[1] }),
    changesInWords({ before: was, after: is, names, fields }, ['note']),
  ].filter((part) => typeof part === 'string' && part !== '')
  return listed(parts as string[]) || t('changed the class on this day')
}

function planned({ after, names }: LoggedChange) {
  const { day, time, minutes, maxSize, teacherId, startsOn, name } = after
  const weekday = t(dayWords[Number(day)] ?? '')
  const at = /^\d\d:\d\d/.test(text(time)) ? clock(text(time).slice(0, 5)) : ''
  const when = weekday && at ? t('{weekday} at {time}', { weekday, time: at }) : weekday || at
  const parts = [
    when,
    typeof minutes === 'number' && counted(minutes, 'minute'),
    typeof maxSize === 'number' && counted(maxSize, 'seat'),
    teacherId && t('with {name}', { name: named(names, teacherId, t('a teacher')) }),
    date(startsOn) && t('from {day}', { day: date(startsOn) }),
  ].filter(Boolean)
  return t('created the class {name}{rest}', { name: text(name), rest: more(parts.join(', '), ': ') })
}

const classHistory: Fields = partOf(classFields, 'history')

/** Wording of this feature's changes in the audit log. */
export const scheduleWording: Wording = {
  fields: classHistory,
  actions: {
    'calendar.renew': () => t('created a new calendar address; the old one no longer works'),
    'places.enroll': given,
    'places.accept': (change) => t('{enrolled}, from the waitlist', { enrolled: given(change) }),
    'places.change': (change) =>
      t('{changes}, for {place}{canceled}', {
        changes: changes(change, t('changed the place')),
        place: inClass(change),
        canceled: canceled(change),
      }),
    'places.confirm': (change) =>
      t('confirmed the make-up for {place} {days}', { place: inClass(change), days: span(change.after) }),
    'places.move': (change) => `${moved(change)}${canceled(change)}`,
    'places.remove': (change) => `${removed(change)}${canceled(change)}`,
    'breaks.add': paused,
    'breaks.change': paused,
    'breaks.remove': paused,
    'credits.grant': (change) =>
      t('gave {student} a make-up credit for {className} on {day}{reason}', {
        student: student(change),
        className: text(change.row['className']) || klass(change, change.row),
        day: date(change.row['missedOn']),
        reason: why(change.row['note']),
      }),
    'credits.change': credit,
    'schedules.open': () => t('opened the day for changes'),
    'schedules.change': dayChanged,
    'schedules.clear': () => t('reset the day'),
    'classes.add': planned,
    'classes.change': (change) =>
      `${changes({ ...change, fields: classHistory })}${more(date(change.after['from']), ', from ')}`,
    'classes.end': (change) => {
      const places = sidesOf(change.before['places']).length
      const [name, day] = [named(change.names, change.entity, t('the class')), date(change.after['from'])]
      return places > 0
        ? t('ended {name} and {places} as of {day}', { name, day, places: counted(places, 'place') })
        : t('ended {name} as of {day}', { name, day })
    },
    'classes.remove': ({ before }) => t('removed the class {text}', { text: text(before['name']) }),
    'imports.add': ({ after }) => t('imported {rows} from a file', { rows: importedWords(after) }),
    'imports.undo': ({ after }) => t('undid an import of {kind}', { kind: t(text(after['kind'])) }),
    'classes.export': () => t('exported the list of classes'),
    'credits.export': () => t('exported the list of make-up credits'),
  },
}
