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
import type { Fields, Side, Told, Wording } from '#shared/wording.ts'

const canceled = ({ row, after }: Told) =>
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

/** Describes enrolling or booking a student. */
function given({ after, ...told }: Told) {
  const [who, where] = [student({ ...told, after }), klass({ ...told, after }, after)]
  const over = after['overReason']
    ? t(', exceeding the class size{reason}', { reason: why(after['overReason']) })
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

function moved(told: Told) {
  const { before, after } = told
  const [from, to] = [klass(told, before), klass(told, after)]
  const isGuest = after['startDate'] === after['endDate']
  if (isGuest)
    return t('moved the {type} of {student} from {from}, {day}, to {to}, {day2}', {
      type: t(text(after['type'])),
      student: student(told),
      from,
      day: date(before['startDate']),
      to,
      day2: date(after['startDate']),
    })
  return t('moved {student} from {from} to {to} ({days})', {
    student: student(told),
    from,
    to,
    days: span(after),
  })
}

function removed(told: Told) {
  const { type } = told.before
  if (type === 'waitlist')
    return t('removed {student} from the waitlist for {className}', {
      student: student(told),
      className: klass(told, told.before),
    })
  if (type === 'regular')
    return t('removed {student} from {className}', {
      student: student(told),
      className: klass(told, told.before),
    })
  return t('canceled the {type} of {place} {days}', {
    type: t(text(type)),
    place: inClass(told),
    days: span(told.before),
  })
}

/** Breaks of a place that exist on only one side of the change. */
const breaksBut = (side: Side, other: Side) => {
  const there = sidesOf(other['breaks']).map(span)
  return sidesOf(side['breaks'])
    .map(span)
    .filter((days) => !there.includes(days))
}

function paused(told: Told) {
  const [gone, come] = [breaksBut(told.before, told.after), breaksBut(told.after, told.before)]
  const of = t('break of {place}', { place: inClass(told) })
  if (gone.length === 0)
    return t('added a {break} {days}{canceled}', { break: of, days: listed(come), canceled: canceled(told) })
  if (come.length === 0) return t('removed the {break} {days}', { break: of, days: listed(gone) })
  return t('changed the {break}: now {now}, previously {before}{canceled}', {
    break: of,
    now: listed(come),
    before: listed(gone),
    canceled: canceled(told),
  })
}

function credit(told: Told) {
  const { before, after } = told
  const of = t('the make-up credit of {student} for {className} on {day}', {
    student: student(told),
    className: text(told.row['className']) || klass(told, told.row),
    day: date(told.row['missedOn']),
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

/** Describes changes to a class on a day: teacher, assistants, note, and cancellation. */
function dayChanged({ before, after, classId, names, fields }: Told) {
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
  return listed(parts as string[]) || t('changed the day')
}

function planned({ after, names }: Told) {
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
    'places.accept': (told) => t('{enrolled}, from the waitlist', { enrolled: given(told) }),
    'places.change': (told) =>
      t('{changes}, for {place}{canceled}', {
        changes: changes(told, t('changed the place')),
        place: inClass(told),
        canceled: canceled(told),
      }),
    'places.confirm': (told) =>
      t('confirmed the make-up of {place} {days}', { place: inClass(told), days: span(told.after) }),
    'places.move': (told) => `${moved(told)}${canceled(told)}`,
    'places.remove': (told) => `${removed(told)}${canceled(told)}`,
    'breaks.add': paused,
    'breaks.change': paused,
    'breaks.remove': paused,
    'credits.grant': (told) =>
      t('gave {student} a make-up credit for {className} on {day}{reason}', {
        student: student(told),
        className: text(told.row['className']) || klass(told, told.row),
        day: date(told.row['missedOn']),
        reason: why(told.row['note']),
      }),
    'credits.change': credit,
    'schedules.open': () => t('opened the day'),
    'schedules.change': dayChanged,
    'schedules.clear': () => t('reset the day'),
    'classes.add': planned,
    'classes.change': (told) =>
      `${changes({ ...told, fields: classHistory })}${more(date(told.after['from']), ', from ')}`,
    'classes.end': (told) => {
      const places = sidesOf(told.before['places']).length
      const [name, day] = [named(told.names, told.entity, t('the class')), date(told.after['from'])]
      return places > 0
        ? t('ended {name} before {day}, with {places}', { name, day, places: counted(places, 'place') })
        : t('ended {name} before {day}', { name, day })
    },
    'classes.remove': ({ before }) => t('removed the class {text}', { text: text(before['name']) }),
    'imports.add': ({ after }) => t('imported {rows} from a file', { rows: importedWords(after) }),
    'imports.undo': ({ after }) => t('undid an import of {kind}', { kind: t(text(after['kind'])) }),
    'classes.export': () => t('exported the list of classes'),
    'credits.export': () => t('exported the list of make-up credits'),
  },
}
