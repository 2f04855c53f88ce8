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
  `changed ${link(told).parent} as parent of ${link(told).child}: ${changes(told)}`

function linked(told: Told) {
  const { parent, child } = link(told)
  if (told.before['parentId']) return relinked(told)
  const as = text(told.after['relationship'])
  return `added ${parent} as ${as || 'parent'} of ${child}`
}

const programs = (value: unknown) =>
  sidesOf(value)
    .map(
      (program) =>
        (text(program['level']) || text(program['name'])) +
        more(text(program['chapter']), ', chapter ') +
        more(text(program['test']), ', test '),
    )
    .join('; ')

const studentWords: Fields = {
  ...partOf(studentFields, 'history'),
  programs: ['the levels', programs],
  avatar: commonFields.avatar,
}

/** Wording of this feature's changes in the audit log. */
const pickupIn = ({ name, relationship }: Side) =>
  text(relationship) === '' ? text(name) : `${text(name)} (${text(relationship)})`

export const studentsWording: Wording = {
  fields: { ...studentWords, ...partOf(linkFields, 'history'), stage: ['the stage', lower(stageWords)] },
  actions: {
    'prospects.change': (told) => changes(told),
    'records.addTest': ({ after }) => `added a test, ${test(after)}`,
    'records.changeTest': (told) => `corrected a test: ${changes(told)}`,
    'records.dropTest': ({ before }) => `removed a test, ${test(before)}`,
    'records.addNote': ({ after }) => `wrote the note ${quoted(after['msg'])}`,
    'records.changeNote': (told) => `changed a note: ${changes(told)}`,
    'records.addAward': ({ after }) =>
      `gave the award ${text(after['type'])}${more(text(after['subject']), ' in ')}${why(after['note'])}`,
    'pickups.add': ({ after }) => `let ${pickupIn(after)} pick up the student`,
    'pickups.remove': ({ before }) => `no longer lets ${pickupIn(before)} pick up the student`,
    'students.add': (told) => `added ${personIn(told.after) || 'the student'}${byImport(told)}`,
    'students.change': (told) => changes({ ...told, fields: studentWords }),
    'students.remove': () => t('removed the student by undoing the import'),
    'students.addParent': linked,
    'students.changeParentLink': relinked,
    'students.endParent': (told) => `removed ${link(told).parent} as a parent of ${link(told).child}`,
    'students.addParentAccount': (told) => `added ${personIn(told.after) || 'the parent'}${byImport(told)}`,
    'students.changeParent': (told) => changes(told),
    'students.removeParentAccount': () => t('removed the parent by undoing the import'),
    'students.askParent': ({ after }) =>
      `asked ${personIn(after) || 'a parent'} to see this student in their account`,
    'students.export': () => t('exported the list of students'),
    'students.import': ({ after }) => `imported ${countedOr(after['total'], 'student')} from a file`,
    'students.undoImport': () => t('undid an import of students'),
    'prospects.export': () => t('exported the list of prospects'),
    'parents.export': () => t('exported the list of parents'),
  },
}
