import {
  type Side,
  sidesOf,
  text,
  date,
  listed,
  type Told,
  type Telling,
  student,
  klass,
  inClass,
  why,
  span,
  changes,
} from './action-words.ts'

const canceled = ({ row, after }: Told) =>
  sidesOf((after['canceled'] ? after : row)['canceled'])
    .map(({ name, on }) => `; the make-up in ${text(name)} on ${date(on)} was canceled`)
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
  return `canceled the ${text(type)} of ${inClass(told)} ${span(told.before)}`
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
  if (gone.length === 0) return `added a ${of} ${listed(come)}${canceled(told)}`
  if (come.length === 0) return `removed the ${of} ${listed(gone)}`
  return `changed the ${of}: it is ${listed(come)}, and was ${listed(gone)}${canceled(told)}`
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

/** What is done with students' places, breaks and credits. */
export const placeActions: Telling = {
  'places.enroll': given,
  'places.accept': (told) => `${given(told)}, from the waitlist`,
  'places.change': (told) => `${changes(told, 'changed the place')}, for ${inClass(told)}${canceled(told)}`,
  'places.move': (told) => `${moved(told)}${canceled(told)}`,
  'places.remove': (told) => `${removed(told)}${canceled(told)}`,
  'breaks.add': paused,
  'breaks.change': paused,
  'breaks.remove': paused,
  'credits.grant': (told) =>
    `gave ${student(told)} a make-up credit for ${text(told.row['className']) || klass(told, told.row)} on ${date(told.row['missedOn'])}${why(told.row['note'])}`,
  'credits.change': credit,
}
