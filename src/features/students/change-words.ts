import { t } from '#shared/language.ts'
import { stageWords } from './prospects/stages.ts'
import { studentFields } from './fields.ts'
import { linkFields } from './parents/fields.ts'
import {
  changes,
  commonFields,
  countedOr,
  listed,
  lower,
  more,
  named,
  personIn,
  quoted,
  sidesOf,
  text,
  why,
} from '#features/history/change-words.ts'
import { partOf } from '#shared/field-table.ts'
import type { Fields, Side, LoggedChange, Wording } from '#shared/wording.ts'

const test = ({ level, test: chapter, name, score1, score2 }: Side) =>
  [level, chapter, name].map(text).filter(Boolean).join(', ') +
  more(listed([text(score1), text(score2)].filter(Boolean)), ': ')

/** Returns the names of a parent and their child. */
const link = (change: LoggedChange) => ({
  parent: named(change.names, change.row['parentId'], 'a parent'),
  child: named(change.names, change.entity, t('the student')),
})

const byImport = ({ after }: LoggedChange) => (after['import'] ? t(' through an import') : '')

const relinked = (change: LoggedChange) =>
  t('changed {parent}’s link to {child}: {changes}', {
    parent: link(change).parent,
    child: link(change).child,
    changes: changes(change),
  })

function linked(change: LoggedChange) {
  const { parent, child } = link(change)
  if (change.before['parentId']) return relinked(change)
  const as = text(change.after['relationship'])
  return t('added {parent} as {relationship} of {child}', { parent, relationship: t(as || 'parent'), child })
}

const programs = (value: unknown) =>
  sidesOf(value)
    .map(
      (program) =>
        (text(program['level']) || text(program['name'])) +
        (text(program['chapter']) && t(', chapter {chapter}', { chapter: text(program['chapter']) })) +
        (text(program['test']) && t(', test {test}', { test: text(program['test']) })),
    )
    .join('; ')

const studentWords: Fields = {
  ...partOf(studentFields, 'history'),
  programs: ['the levels', programs],
  avatar: commonFields.avatar,
}

const pickupIn = ({ name, relationship }: Side) =>
  text(relationship) === '' ? text(name) : `${text(name)} (${text(relationship)})`

/** Wording of this feature's changes in the audit log. */
export const studentsWording: Wording = {
  fields: { ...studentWords, ...partOf(linkFields, 'history'), stage: ['the stage', lower(stageWords)] },
  actions: {
    'prospects.change': (change) => changes(change),
    'records.addTest': ({ after }) => t('added a test, {after}', { after: test(after) }),
    'records.changeTest': (change) => t('corrected a test: {changes}', { changes: changes(change) }),
    'records.dropTest': ({ before }) => t('removed a test, {before}', { before: test(before) }),
    'records.addNote': ({ after }) => t('wrote the note {name}', { name: quoted(after['msg']) }),
    'records.changeNote': (change) => t('changed a note: {changes}', { changes: changes(change) }),
    'records.addAward': ({ after }) =>
      t('gave the award {award} in {subject}{reason}', {
        award: t(text(after['type'])),
        subject: t(text(after['subject'])),
        reason: why(after['note']),
      }),
    'pickups.add': ({ after }) => t('allowed {person} to pick up the student', { person: pickupIn(after) }),
    'pickups.remove': ({ before }) =>
      t('removed {person} from the people who can pick up the student', { person: pickupIn(before) }),
    'students.add': (change) =>
      t('added {person}{how}', { person: personIn(change.after) || t('the student'), how: byImport(change) }),
    'students.change': (change) => changes({ ...change, fields: studentWords }),
    'students.remove': () => t('removed the student by undoing the import'),
    'students.addParent': linked,
    'students.changeParentLink': relinked,
    'students.endParent': (change) =>
      t('removed {parent} as a parent of {child}', {
        parent: link(change).parent,
        child: link(change).child,
      }),
    'students.addParentAccount': (change) =>
      t('added {person}{how}', { person: personIn(change.after) || t('the parent'), how: byImport(change) }),
    'students.changeParent': (change) => changes(change),
    'students.removeParentAccount': () => t('removed the parent by undoing the import'),
    'students.askParent': ({ after }) =>
      t('asked {person} to link this student to their account', { person: personIn(after) || t('a parent') }),
    'students.export': () => t('exported the list of students'),
    'students.import': ({ after }) =>
      t('imported {students} from a file', { students: countedOr(after['total'], 'student') }),
    'students.undoImport': () => t('undid an import of students'),
    'prospects.export': () => t('exported the list of prospects'),
    'parents.export': () => t('exported the list of parents'),
  },
}
