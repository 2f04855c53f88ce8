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
import type { Fields, Side, Told, Wording } from '#shared/wording.ts'

const test = ({ level, test: chapter, name, score1, score2 }: Side) =>
  [level, chapter, name].map(text).filter(Boolean).join(', ') +
  more(listed([text(score1), text(score2)].filter(Boolean)), ': ')

/** Names of a parent and their child. */
const link = (told: Told) => ({
  parent: named(told.names, told.row['parentId'], 'a parent'),
  child: named(told.names, told.entity, t('the student')),
})

const byImport = ({ after }: Told) => (after['import'] ? t(' by an import') : '')

const relinked = (told: Told) =>
  t('changed {parent} as parent of {child}: {changes}', {
    parent: link(told).parent,
    child: link(told).child,
    changes: changes(told),
  })

function linked(told: Told) {
  const { parent, child } = link(told)
  if (told.before['parentId']) return relinked(told)
  const as = text(told.after['relationship'])
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
    'prospects.change': (told) => changes(told),
    'records.addTest': ({ after }) => t('added a test, {after}', { after: test(after) }),
    'records.changeTest': (told) => t('corrected a test: {changes}', { changes: changes(told) }),
    'records.dropTest': ({ before }) => t('removed a test, {before}', { before: test(before) }),
    'records.addNote': ({ after }) => t('wrote the note {name}', { name: quoted(after['msg']) }),
    'records.changeNote': (told) => t('changed a note: {changes}', { changes: changes(told) }),
    'records.addAward': ({ after }) =>
      t('gave the award {award} in {subject}{reason}', {
        award: t(text(after['type'])),
        subject: t(text(after['subject'])),
        reason: why(after['note']),
      }),
    'pickups.add': ({ after }) => t('allowed {person} to pick up the student', { person: pickupIn(after) }),
    'pickups.remove': ({ before }) =>
      t('removed {person} from the people who can pick up the student', { person: pickupIn(before) }),
    'students.add': (told) =>
      t('added {person}{how}', { person: personIn(told.after) || t('the student'), how: byImport(told) }),
    'students.change': (told) => changes({ ...told, fields: studentWords }),
    'students.remove': () => t('removed the student by undoing the import'),
    'students.addParent': linked,
    'students.changeParentLink': relinked,
    'students.endParent': (told) =>
      t('removed {parent} as a parent of {child}', { parent: link(told).parent, child: link(told).child }),
    'students.addParentAccount': (told) =>
      t('added {person}{how}', { person: personIn(told.after) || t('the parent'), how: byImport(told) }),
    'students.changeParent': (told) => changes(told),
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
