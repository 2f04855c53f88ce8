import { Mark, markWord } from '#features/attendance/rules.ts'
import { dayWords } from '#features/students/rules.ts'
import { clock } from '#shared/days.ts'
import { counted } from '#shared/text.ts'
import { changesInWords, date, listed, type Names, quoted, type Side, sideOf, sidesOf, text } from './words/rules.ts'

/** One deed of the audit trail: what was done, to what, and how that was before and after. */
export type Deed = { deed: string; entity: string; before: unknown; after: unknown }

type Told = {
  before: Side
  after: Side
  /** Whichever side there is. */
  row: Side
  names: Names
  /** What is read as many rows on either side. */
  many: { before: Side[]; after: Side[] }
  entity: string
  /** The class whose day is told of. */
  classId: string | null
}

const named = (names: Names, id: unknown, unknown: string) => names.get(text(id)) ?? unknown
const student = ({ row, names }: Told) => named(names, row['studentId'], 'a student')
const klass = ({ names }: Told, side: Side) => named(names, side['classId'], 'a class')
const inClass = (told: Told) => `${student(told)} in ${klass(told, told.row)}`

/** Words after a deed that aren't always there. */
const more = (words: string, before = ', ') => (words === '' ? '' : `${before}${words}`)
const why = (reason: unknown) => (text(reason) === '' ? '' : `: ${quoted(reason)}`)

function span({ startDate, endDate }: Side) {
  if (startDate === endDate) return `on ${date(startDate)}`
  return `from ${date(startDate)}${more(date(endDate), ' to ')}`
}

/** What changed of the fields, or else that something did. */
const changes = ({ before, after, names }: Told, otherwise = 'changed it') => changesInWords({ before, after, names }) || otherwise

const cancelled = ({ row, after }: Told) =>
  sidesOf((after['cancelled'] ? after : row)['cancelled'])
    .map(({ name, on }) => `; the make-up in ${text(name)} on ${date(on)} was cancelled`)
    .join('')

/** The student of a place gets it. */
function given({ after, ...told }: Told) {
  const [who, where] = [student({ ...told, after }), klass({ ...told, after }, after)]
  const over = after['overReason'] ? `, over the size of the class${why(after['overReason'])}` : ''
  const is = after['status'] === 'active' ? ', who is active from then' : ''
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
  return `cancelled the ${text(type)} of ${inClass(told)} ${span(told.before)}`
}

/** The days of a place's breaks that are on one side only. */
const breaksBut = (side: Side, other: Side) => {
  const there = sidesOf(other['breaks']).map(span)
  return sidesOf(side['breaks'])
    .map(span)
    .filter((days) => !there.includes(days))
}

function paused(told: Told) {
  const [gone, come] = [breaksBut(told.before, told.after), breaksBut(told.after, told.before)]
  const of = `break of ${inClass(told)}`
  if (gone.length === 0) return `added a ${of} ${listed(come)}${cancelled(told)}`
  if (come.length === 0) return `removed the ${of} ${listed(gone)}`
  return `changed the ${of}: it is ${listed(come)}, and was ${listed(gone)}${cancelled(told)}`
}

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

const personIn = (value: unknown) => {
  const { firstName, lastName } = sideOf(value)
  return `${text(firstName)} ${text(lastName)}`.trim()
}
const peopleIn = (value: unknown) => listed(sidesOf(value).map(personIn)) || 'nobody'

/** What changed of a class on its day: who teaches and assists, the note, and whether it meets. */
function dayChanged({ before, after, classId, names }: Told) {
  const of = (side: Side) => sidesOf(side['classes']).find((each) => each['classId'] === classId) ?? {}
  const [was, is] = [of(before), of(after)]
  const [off, on] = [was['cancelled'], is['cancelled']].map((each) => (each ? sideOf(each) : null))
  const [old, now] = [personIn(was['substitute']), personIn(is['substitute'])]
  const helped = [peopleIn(was['assistants']), peopleIn(is['assistants'])] as const
  const parts = [
    on && !off && `cancelled the class${why(on['reason'])}`,
    off && !on && 'let the class meet after all',
    on && off && on['reason'] !== off['reason'] && `changed why the class is cancelled to ${quoted(on['reason'])}`,
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

const test = ({ level, test: chapter, name, score1, score2 }: Side) =>
  [level, chapter, name].map(text).filter(Boolean).join(', ') + more(listed([text(score1), text(score2)].filter(Boolean)), ': ')

/** A parent and the child of whom they are one. */
const link = (told: Told) => ({
  parent: named(told.names, told.row['parentId'], 'a parent'),
  child: named(told.names, told.entity, 'the student'),
})

const relinked = (told: Told) => `changed ${link(told).parent} as parent of ${link(told).child}: ${changes(told)}`

function linked(told: Told) {
  const { parent, child } = link(told)
  if (told.before['parentId']) return relinked(told)
  const as = text(told.after['relationship'])
  return `added ${parent} as ${as || 'parent'} of ${child}`
}

function credit(told: Told) {
  const { before, after } = told
  const of = `the make-up credit of ${student(told)} for ${text(told.row['className']) || klass(told, told.row)} on ${date(told.row['missedOn'])}`
  const isVoid = [before, after].map(({ voidAt }) => Boolean(voidAt))
  const parts = [
    isVoid[0] !== isVoid[1] && (isVoid[1] ? `made ${of} void` : `gave back ${of}`),
    before['expiresOn'] !== after['expiresOn'] &&
      `changed the last day of ${of} from ${date(before['expiresOn'])} to ${date(after['expiresOn'])}`,
  ].filter((part) => part !== false)
  return listed(parts) || `changed ${of}`
}

const byImport = ({ after }: Told) => (after['import'] ? ' by an import' : '')
const duty = (value: unknown) => (text(value) === 'office' ? 'operator' : text(value) || 'staff')

function workChanged(told: Told) {
  const [was, is] = [text(told.before['state']), text(told.after['state'])]
  if (is !== was && is === 'void') return `made ${work(told)} void`
  if (is !== was && is === 'returned') return `returned ${work(told)}`
  return `changed ${work(told)}: ${changesInWords(told, ['dueOn', 'minutes']) || 'something of it'}`
}

/** What was done, after the name of who did it. */
const deeds: Readonly<Record<string, (told: Told) => string>> = {
  'attendance.take': taken,
  'attendance.change': corrected,
  'attendance.clear': (told) => `took back the mark of ${inClass(told)} on ${date(told.row['on'])}, which was ${markOf(told.row)}`,
  'absences.tell': absence,
  'absences.withdraw': (told) => `told that ${student(single(told))} comes after all on ${date(single(told).row['on'])}`,
  'prospects.change': (told) => changes(told),
  'records.addTest': ({ after }) => `added a test, ${test(after)}`,
  'records.changeTest': (told) => `corrected a test: ${changes(told)}`,
  'records.dropTest': ({ before }) => `removed a test, ${test(before)}`,
  'records.addNote': ({ after }) => `wrote the note ${quoted(after['msg'])}`,
  'records.changeNote': (told) => `changed a note: ${changes(told)}`,
  'records.addAward': ({ after }) => `gave the award ${text(after['type'])}${more(text(after['subject']), ' in ')}${why(after['note'])}`,
  'students.add': (told) => `added ${personIn(told.after) || 'the student'}${byImport(told)}`,
  'students.change': (told) => changes(told),
  'students.remove': () => 'removed the student, as the import was undone',
  'students.addParent': linked,
  'students.changeParentLink': relinked,
  'students.endParent': (told) => `ended that ${link(told).parent} is a parent of ${link(told).child}`,
  'students.addParentAccount': (told) => `added ${personIn(told.after) || 'the parent'}${byImport(told)}`,
  'students.changeParent': (told) => changes(told),
  'students.removeParentAccount': () => 'removed the parent, as the import was undone',
  'places.enrol': given,
  'places.accept': (told) => `${given(told)}, from the waitlist`,
  'places.change': (told) => `${changes(told, 'changed the place')}, for ${inClass(told)}${cancelled(told)}`,
  'places.move': (told) => `${moved(told)}${cancelled(told)}`,
  'places.remove': (told) => `${removed(told)}${cancelled(told)}`,
  'breaks.add': paused,
  'breaks.change': paused,
  'breaks.remove': paused,
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
  'credits.grant': (told) =>
    `gave ${student(told)} a make-up credit for ${text(told.row['className']) || klass(told, told.row)} on ${date(told.row['missedOn'])}${why(told.row['note'])}`,
  'credits.change': credit,
  'calendar.renew': () => 'made a new calendar address: the one before is void',
  'family.change': (told) => changes(told),
  'centers.create': () => 'added the centre',
  'centers.change': (told) => changes(told),
  'centers.close': ({ after }) => `closed the centre ${span({ startDate: after['date'], endDate: after['until'] })}${why(after['name'])}`,
  'centers.reopen': ({ before, entity }) => `opened the centre again on ${date(before['date'] ?? entity.slice(-10))}`,
  'staff.invite': ({ after }) => `added ${personIn(after) || 'them'} as ${duty(after['duty'])}`,
  'staff.end': ({ before }) => `ended the work as ${duty(before['duty'])}`,
  'staff.note': (told) => changes(told),
  'families.invite': ({ after }) =>
    text(after['userName']) ? `made the user name ${text(after['userName'])} and a link to begin` : 'sent an invitation',
  'accounts.change': (told) => changes(told),
  'accounts.close': ({ after }) => (after['disabled'] ? 'closed the account' : 'opened the account again'),
  'practice.assign': ({ after }) =>
    `assigned the ${text(after['kind']) || 'homework'} ${quoted(after['name'])}${more(date(after['dueOn']), ', due ')}`,
  'practice.withdraw': (told) => `withdrew ${work(told)}`,
  'practice.start': (told) => `began ${work(told)}`,
  'practice.change': workChanged,
  'practice.timeout': (told) => `handed in ${work(told)}, as its time was over`,
  'practice.submit': (told) => `handed in ${work(told)}`,
}

const work = ({ names, entity }: Told) => (names.has(entity) ? `the ${names.get(entity)}` : 'some work')

type Telling = { by: string; names: Names; classId?: string | null }

/**
 * A deed in a sentence: `Maria Lopez changed the grade from 4 to 5.` Of a day of many classes, `classId` says which one is told of. A deed that is not
 * known here says what has changed of the fields that are, and never more. Stored text.
 */
export function sentenceOf({ deed, entity, before, after }: Deed, { by, names, classId = null }: Telling) {
  const sides = { before: sideOf(before), after: sideOf(after) }
  const many = { before: sidesOf(before), after: sidesOf(after) }
  const row = Object.keys(sides.after).length > 0 ? { ...sides.before, ...sides.after } : sides.before
  const words = deeds[deed] ?? ((told: Told) => changes(told, 'changed something here'))
  return `${by} ${words({ ...sides, row, many, names, entity, classId })}.`.replaceAll(/ {2,}/g, ' ').replaceAll('.”.', '.”')
}

const ids = /"(?:studentId|classId|parentId|teacherId)":"([\da-f-]{36})"/g

/** The ids of people, classes and work that sentences about these deeds name. */
export const idsIn = (rows: readonly Deed[]) => [
  ...new Set(
    rows.flatMap(({ entity, before, after }) => [
      entity,
      ...[...JSON.stringify([before, after]).matchAll(ids)].map(([, id]) => id as string),
    ]),
  ),
]
