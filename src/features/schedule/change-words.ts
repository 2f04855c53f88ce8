import { clock } from '#shared/day-text.ts'
import { dayWords } from '#features/students/rules.ts'
import { counted } from '#shared/text.ts'
import {
  sideOf,
  sidesOf,
  text,
  quoted,
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
    .map(({ name, on }) => `; the make-up in ${text(name)} on ${date(on)} was canceled`)
    .join('')

const importedNouns: Record<string, [one: string, many: string]> = {
  staff: ['member of staff', 'members of staff'],
  classes: ['class', 'classes'],
  enrollments: ['enrollment', 'enrollments'],
}

function importedWords({ kind, total }: Side) {
  const [single, many] = importedNouns[text(kind)] ?? ['row', 'rows']
  return `${text(total)} ${total === 1 ? single : many}`
}

/** Describes enrolling or booking a student. */
function given({ after, ...told }: Told) {
  const [who, where] = [student({ ...told, after }), klass({ ...told, after }, after)]
  const over = after['overReason'] ? `, over the size of the class${why(after['overReason'])}` : ''
  const is = after['status'] === 'active' ? t(', who is active from then') : ''
  if (after['type'] === 'waitlist') return `put ${who} on the waitlist of ${where} ${span(after)}`
  if (after['type'] === 'regular') return `enrolled ${who} in ${where} ${span(after)}${over}${is}`
  return `booked a ${text(after['type'])} for ${who} in ${where} ${span(after)}${over}`
}

function moved(told: Told) {
  const { before, after } = told
  const [from, to] = [klass(told, before), klass(told, after)]
  const isGuest = after['startDate'] === after['endDate']
  if (isGuest)
    return `moved the ${text(after['type'])} of ${student(told)} from ${from}, ${date(before['startDate'])}, to ${to}, ${date(after['startDate'])}`
  return `moved ${student(told)} from ${from} to ${to} ${span(after)}`
}

function removed(told: Told) {
  const { type } = told.before
  if (type === 'waitlist') return `took ${student(told)} off the waitlist of ${klass(told, told.before)}`
  if (type === 'regular') return `removed ${student(told)} from ${klass(told, told.before)}`
  return `canceled the ${text(type)} of ${inClass(told)} ${span(told.before)}`
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
  const of = `break of ${inClass(told)}`
  if (gone.length === 0) return `added a ${of} ${listed(come)}${canceled(told)}`
  if (come.length === 0) return `removed the ${of} ${listed(gone)}`
  return `changed the ${of}: it is ${listed(come)}, and was ${listed(gone)}${canceled(told)}`
}

function credit(told: Told) {
  const { before, after } = told
  const of = `the make-up credit of ${student(told)} for ${text(told.row['className']) || klass(told, told.row)} on ${date(told.row['missedOn'])}`
  const isVoid = [before, after].map(({ voidAt }) => Boolean(voidAt))
  const parts = [
    isVoid[0] !== isVoid[1] && (isVoid[1] ? `made ${of} void` : `restored ${of}`),
    before['expiresOn'] !== after['expiresOn'] &&
      `changed the last day of ${of} from ${date(before['expiresOn'])} to ${date(after['expiresOn'])}`,
  ].filter((part) => part !== false)
  return listed(parts) || `changed ${of}`
}

/** Describes changes to a class on a day: teacher, assistants, note, and cancellation. */
function dayChanged({ before, after, classId, names, fields }: Told) {
  const of = (side: Side) => sidesOf(side['classes']).find((each) => each['classId'] === classId) ?? {}
  const [was, is] = [of(before), of(after)]
  const [off, on] = [was['canceled'], is['canceled']].map((each) => (each ? sideOf(each) : null))
  const [old, now] = [personIn(was['substitute']), personIn(is['substitute'])]
  const helped = [peopleIn(was['assistants']), peopleIn(is['assistants'])] as const
  const parts = [
    on && !off && `canceled the class${why(on['reason'])}`,
    off && !on && t('restored the canceled class'),
    on &&
      off &&
      on['reason'] !== off['reason'] &&
      `changed the reason for canceling the class to ${quoted(on['reason'])}`,
    now !== old && (now ? `let ${now} substitute` : `removed ${old} as the substitute`),
    helped[0] !== helped[1] && `changed the assistants from ${helped[0]} to ${helped[1]}`,
    changesInWords({ before: was, after: is, names, fields }, ['note']),
  ].filter((part) => typeof part === 'string' && part !== '')
  return listed(parts as string[]) || t('changed the day')
}

function planned({ after, names }: Told) {
  const { day, time, minutes, maxSize, teacherId, startsOn, name } = after
  const when = [dayWords[Number(day)], /^\d\d:\d\d/.test(text(time)) && clock(text(time).slice(0, 5))]
    .filter(Boolean)
    .join(' at ')
  const parts = [
    when,
    typeof minutes === 'number' && counted(minutes, 'minute'),
    typeof maxSize === 'number' && counted(maxSize, 'seat'),
    teacherId && `with ${named(names, teacherId, 'a teacher')}`,
    date(startsOn) && `from ${date(startsOn)}`,
  ].filter(Boolean)
  return `planned the class ${text(name)}${more(parts.join(', '), ': ')}`
}

const classHistory: Fields = partOf(classFields, 'history')

/** Wording of this feature's changes in the audit log. */
export const scheduleWording: Wording = {
  fields: classHistory,
  actions: {
    'calendar.renew': () => t('created a new calendar address; the old one no longer works'),
    'places.enroll': given,
    'places.accept': (told) => `${given(told)}, from the waitlist`,
    'places.change': (told) => `${changes(told, 'changed the place')}, for ${inClass(told)}${canceled(told)}`,
    'places.confirm': (told) => `confirmed the make-up of ${inClass(told)} ${span(told.after)}`,
    'places.move': (told) => `${moved(told)}${canceled(told)}`,
    'places.remove': (told) => `${removed(told)}${canceled(told)}`,
    'breaks.add': paused,
    'breaks.change': paused,
    'breaks.remove': paused,
    'credits.grant': (told) =>
      `gave ${student(told)} a make-up credit for ${text(told.row['className']) || klass(told, told.row)} on ${date(told.row['missedOn'])}${why(told.row['note'])}`,
    'credits.change': credit,
    'schedules.open': () => t('opened the day'),
    'schedules.change': dayChanged,
    'schedules.clear': () => t('reset the day'),
    'classes.add': planned,
    'classes.change': (told) =>
      `${changes({ ...told, fields: classHistory })}${more(date(told.after['from']), ', from ')}`,
    'classes.end': (told) => {
      const places = sidesOf(told.before['places']).length
      return `ended ${named(told.names, told.entity, 'the class')} before ${date(told.after['from'])}${places > 0 ? `, with ${counted(places, 'place')}` : ''}`
    },
    'classes.remove': ({ before }) => `removed the class ${text(before['name'])}`,
    'imports.add': ({ after }) => `imported ${importedWords(after)} from a file`,
    'imports.undo': ({ after }) => `undid an import of ${text(after['kind'])}`,
    'classes.export': () => t('exported the list of classes'),
    'credits.export': () => t('exported the list of make-up credits'),
  },
}
