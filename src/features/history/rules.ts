import { gigabytes } from '#shared/text.ts'
import { classActions } from './class-actions.ts'
import { counted } from '#shared/text.ts'
import { officeActions } from './office-actions.ts'
import { placeActions } from './place-actions.ts'
import {
  type Side,
  type Names,
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
  more,
  why,
  span,
  changes,
  personIn,
} from './action-words.ts'

/** One action of the audit trail: what was done, to what, and how that was before and after. */
export type Action = { action: string; entity: string; before: unknown; after: unknown }

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

const byImport = ({ after }: Told) => (after['import'] ? ' by an import' : '')
const duty = (value: unknown) => (text(value) === 'office' ? 'operator' : text(value) || 'staff')

function workChanged(told: Told) {
  const [was, is] = [text(told.before['state']), text(told.after['state'])]
  if (is !== was && is === 'void') return `made ${work(told)} void`
  if (is !== was && is === 'returned') return `returned ${work(told)}`
  return `changed ${work(told)}: ${changesInWords(told, ['dueOn', 'minutes']) || 'something of it'}`
}

/** What was done, after the name of who did it. */
const actions: Telling = {
  ...officeActions,
  ...placeActions,
  ...classActions,
  'prospects.change': (told) => changes(told),
  'records.addTest': ({ after }) => `added a test, ${test(after)}`,
  'records.changeTest': (told) => `corrected a test: ${changes(told)}`,
  'records.dropTest': ({ before }) => `removed a test, ${test(before)}`,
  'records.addNote': ({ after }) => `wrote the note ${quoted(after['msg'])}`,
  'records.changeNote': (told) => `changed a note: ${changes(told)}`,
  'records.addAward': ({ after }) => `gave the award ${text(after['type'])}${more(text(after['subject']), ' in ')}${why(after['note'])}`,
  'privacy.retire': () => 'erased a person, as it was time',
  'privacy.keep': ({ after }) =>
    `set how long people are kept${more(text(after['formerMonths']), ': months of former students ')}${more(text(after['prospectMonths']), ', of prospects ')}`,
  'audit.export': () => 'took the trail of changes as a file',
  'privacy.open': ({ names, entity }) => `opened everything that is kept of ${named(names, entity, 'a child')}`,
  'privacy.export': ({ names, entity }) => `took everything that is kept of ${named(names, entity, 'a child')} as a file`,
  'privacy.print': ({ names, entity, after: { count } }) =>
    `printed a page about ${typeof count === 'number' && count > 1 ? counted(count, 'student') : named(names, entity, 'a student')}`,
  'privacy.erase': () => 'erased a person, and all that told of them',
  'students.add': (told) => `added ${personIn(told.after) || 'the student'}${byImport(told)}`,
  'students.change': (told) => changes(told),
  'students.remove': () => 'removed the student, as the import was undone',
  'students.addParent': linked,
  'students.changeParentLink': relinked,
  'students.endParent': (told) => `ended that ${link(told).parent} is a parent of ${link(told).child}`,
  'students.addParentAccount': (told) => `added ${personIn(told.after) || 'the parent'}${byImport(told)}`,
  'students.changeParent': (told) => changes(told),
  'students.removeParentAccount': () => 'removed the parent, as the import was undone',
  'calendar.renew': () => 'made a new calendar address: the one before is void',
  'family.change': (told) => changes(told),
  'family.changeChild': (told) => changes(told),
  'centers.create': () => 'added the center',
  'centers.change': (told) => changes(told),
  'centers.close': ({ after }) => `closed the center ${span({ startDate: after['date'], endDate: after['until'] })}${why(after['name'])}`,
  'centers.reopen': ({ before, entity }) => `opened the center again on ${date(before['date'] ?? entity.slice(-10))}`,
  'staff.invite': ({ after }) => `added ${personIn(after) || 'them'} as ${duty(after['duty'])}`,
  'staff.ask': ({ after }) => `asked ${personIn(after) || 'somebody'} to join as ${duty(after['duty'])}`,
  'students.askParent': ({ after }) => `asked ${personIn(after) || 'a parent'} to see this student in their account`,
  'requests.withdraw': () => 'withdrew a request for consent',
  'requests.accept': ({ after }) => (text(after['duty']) ? `agreed to work as ${duty(after['duty'])}` : 'agreed to see this student'),
  'requests.decline': ({ after }) => (text(after['duty']) ? `declined to work as ${duty(after['duty'])}` : 'declined to see this student'),
  'staff.end': ({ before }) => `ended the work as ${duty(before['duty'])}`,
  'staff.note': (told) => changes(told),
  'families.invite': ({ after }) =>
    after['inUse']
      ? 'created a link for a new password'
      : text(after['userName'])
        ? `made the user name ${text(after['userName'])} and a link to start with`
        : 'sent an invitation',
  'operation.backup': () => 'asked for a backup',
  'operation.restore': ({ after }) => `restored the backup ${text(after['file'])}`,
  'operation.quota': ({ before, after }) =>
    typeof before['quota'] === 'number' && typeof after['quota'] === 'number'
      ? `changed the storage from ${gigabytes(before['quota'])} GB to ${gigabytes(after['quota'])} GB`
      : 'changed the storage',
  'operation.seen': ({ after }) => `has seen the alarm ${quoted(after['text'])}`,
  'accounts.change': (told) => changes(told),
  'accounts.confirmEmail': (told) => `${changes(told)}, as was confirmed by mail`,
  'accounts.close': ({ after }) => (after['disabled'] ? 'closed the account' : 'opened the account again'),
  'practice.assign': ({ after }) =>
    `assigned the ${text(after['kind']) || 'homework'} ${quoted(after['name'])}${more(date(after['dueOn']), ', due ')}`,
  'practice.withdraw': (told) => `withdrew ${work(told)}`,
  'practice.start': (told) => `began ${work(told)}`,
  'grading.grade': (told) => `${told.row['grade'] === null ? 'took back the grade of' : 'graded'} ${answer(told)}`,
  'grading.comment': (told) =>
    text(told.after['comment']) === ''
      ? `removed the comment on ${answer(told)}`
      : `commented on ${answer(told)}: ${quoted(told.after['comment'])}`,
  'grading.count': (told) =>
    told.after['counted'] ? `let ${answer(told)} count, which came too late` : `took back that ${answer(told)} counts, which came too late`,
  'grading.see': (told) => `looked through ${answer(told)}`,
  'grading.regrade': (told) => `regraded ${answer(told)} by the key that was mended`,
  'classroom.begin': ({ after }) => `began to work as ${duty(after['seat'] === 'tas' ? 'ta' : 'teacher')} on a classroom’s device`,
  'classroom.help': () => 'went to help with a raised hand',
  'practice.change': workChanged,
  'practice.timeout': (told) => `handed in ${work(told)}, as its time was over`,
  'practice.submit': (told) => `handed in ${work(told)}`,
}

const answer = (told: Told) => `the answer ${text(told.row['num']) && `to question ${text(told.row['num'])} `}of ${work(told)}`
const work = ({ names, entity }: Told) => (names.has(entity) ? `the ${names.get(entity)}` : 'some work')

type Known = { by: string; names: Names; classId?: string | null }

/**
 * A action in a sentence: `Maria Lopez changed the grade from 4 to 5.` Of a day of many classes, `classId` says which one is told of. A action that is not
 * known here says what has changed of the fields that are, and never more. Stored text.
 */
export function sentenceOf({ action, entity, before, after }: Action, { by, names, classId = null }: Known) {
  const sides = { before: sideOf(before), after: sideOf(after) }
  const many = { before: sidesOf(before), after: sidesOf(after) }
  const row = Object.keys(sides.after).length > 0 ? { ...sides.before, ...sides.after } : sides.before
  const words = actions[action] ?? ((told: Told) => changes(told, 'changed something here'))
  return `${by} ${words({ ...sides, row, many, names, entity, classId })}.`.replaceAll(/ {2,}/g, ' ').replaceAll('.”.', '.”')
}

const ids = /"(?:studentId|classId|parentId|teacherId)":"([\da-f-]{36})"/g

/** The ids of people, classes and work that sentences about these actions name. */
export const idsIn = (rows: readonly Action[]) => [
  ...new Set(
    rows.flatMap(({ entity, before, after }) => [
      entity,
      ...[...JSON.stringify([before, after]).matchAll(ids)].map(([, id]) => id as string),
    ]),
  ),
]
