import { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import {
  type Side,
  sideOf,
  sidesOf,
  text,
  quoted,
  date,
  listed,
  changesInWords,
  type Told,
  type Telling,
  named,
  student,
  klass,
  inClass,
  more,
  why,
  changes,
  personIn,
  peopleIn,
} from './action-words.ts'
import { dayWords } from '#features/students/rules.ts'
import { clock } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'

const markOf = ({ mark, arrivedAt }: Side) => {
  const known = Mark.safeParse(mark)
  return known.success ? markWord({ mark: known.data, arrivedAt: text(arrivedAt) || null }).toLowerCase() : 'unmarked'
}

/** So many students of a roll are named. */
const mostNamed = 3

/** The marks of a roll that are new, by mark: up to three students by name. */
function taken({ many: { before, after }, names }: Told) {
  const was = new Map(before.map((each) => [each['studentId'], markOf(each)]))
  const is = new Map(after.map((each) => [each['studentId'], markOf(each)]))
  const changed = [...is].filter(([id, mark]) => was.get(id) !== mark)
  const gone = [...was.keys()].filter((id) => !is.has(id))
  const who = (ids: readonly unknown[]) =>
    ids.length > mostNamed ? counted(ids.length, 'student') : listed(ids.map((id) => named(names, id, 'a student')))
  const marked = [...Map.groupBy(changed, ([, mark]) => mark)].map(([mark, of]) => `${who(of.map(([id]) => id))} ${mark}`)
  const parts = [
    ...(marked.length > 0 ? [`marked ${listed(marked)}`] : []),
    ...(gone.length > 0 ? [`took back the mark of ${who(gone)}`] : []),
  ]
  return listed(parts) || 'took attendance again'
}

function corrected(told: Told) {
  const [was, is] = [markOf(told.before), markOf(told.after)]
  const only = ['excused', 'reason', 'pickedUpBy', 'note']
  const parts = [was === is ? '' : `changed it from ${was} to ${is}`, changesInWords(told, only)].filter(Boolean)
  return `corrected the attendance of ${inClass(told)} on ${date(told.row['on'])}${more(listed(parts), ': ')}`
}

/** Of many rows that are one student's. */
const single = (told: Told): Told => {
  const row = told.many.after[0] ?? told.many.before[0] ?? {}
  return { ...told, row }
}

function absence(told: Told) {
  const one = single(told)
  return `told that ${student(one)} won’t come to ${klass(one, one.row)} on ${date(one.row['on'])}${why(one.row['reason'])}`
}

/** What changed of a class on its day: who teaches and assists, the note, and whether it meets. */
function dayChanged({ before, after, classId, names }: Told) {
  const of = (side: Side) => sidesOf(side['classes']).find((each) => each['classId'] === classId) ?? {}
  const [was, is] = [of(before), of(after)]
  const [off, on] = [was['canceled'], is['canceled']].map((each) => (each ? sideOf(each) : null))
  const [old, now] = [personIn(was['substitute']), personIn(is['substitute'])]
  const helped = [peopleIn(was['assistants']), peopleIn(is['assistants'])] as const
  const parts = [
    on && !off && `canceled the class${why(on['reason'])}`,
    off && !on && 'let the class meet after all',
    on && off && on['reason'] !== off['reason'] && `changed why the class is canceled to ${quoted(on['reason'])}`,
    now !== old && (now ? `let ${now} substitute` : `took back that ${old} substitutes`),
    helped[0] !== helped[1] && `changed who assists from ${helped[0]} to ${helped[1]}`,
    changesInWords({ before: was, after: is, names }, ['note']),
  ].filter((part) => typeof part === 'string' && part !== '')
  return listed(parts as string[]) || 'changed the day'
}

function planned({ after, names }: Told) {
  const { day, time, minutes, maxSize, teacherId, startsOn, name } = after
  const when = [dayWords[Number(day)], /^\d\d:\d\d/.test(text(time)) && clock(text(time).slice(0, 5))].filter(Boolean).join(' at ')
  const parts = [
    when,
    typeof minutes === 'number' && counted(minutes, 'minute'),
    typeof maxSize === 'number' && counted(maxSize, 'seat'),
    teacherId && `with ${named(names, teacherId, 'a teacher')}`,
    date(startsOn) && `from ${date(startsOn)}`,
  ].filter(Boolean)
  return `planned the class ${text(name)}${more(parts.join(', '), ': ')}`
}

/** What is done with classes, on their days and of who came. */
export const classActions: Telling = {
  'attendance.take': taken,
  'attendance.change': corrected,
  'attendance.clear': (told) => `took back the mark of ${inClass(told)} on ${date(told.row['on'])}, which was ${markOf(told.row)}`,
  'absences.tell': absence,
  'absences.withdraw': (told) => `told that ${student(single(told))} comes after all on ${date(single(told).row['on'])}`,
  'schedules.open': () => 'opened the day',
  'schedules.change': dayChanged,
  'schedules.clear': () => 'took back all that was set for the day',
  'classes.add': planned,
  'classes.change': (told) => `${changes(told)}${more(date(told.after['from']), ', from ')}`,
  'classes.end': (told) => {
    const places = sidesOf(told.before['places']).length
    return `ended ${named(told.names, told.entity, 'the class')} before ${date(told.after['from'])}${places > 0 ? `, with ${counted(places, 'place')}` : ''}`
  },
  'classes.remove': ({ before }) => `removed the class ${text(before['name'])}`,
}
