import { v7 as newId } from 'uuid'
import {
  accountId,
  hereAs,
  isAllowed,
  newAddress,
  parentHere,
  renamed,
  studentHere,
} from '#tests/account-targets.ts'
import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  isThereOrNot,
  studentIn,
  type Target,
} from '#tests/example.ts'
import { students } from './api.ts'
import { accessLog } from './access/api.ts'
import { awards } from './awards/api.ts'
import { check } from './check/api.ts'
import { studentExport } from './export/api.ts'
import { studentImports } from './import/api.ts'
import { parents } from './parents/api.ts'
import { pickups } from './pickups/api.ts'
import { prospects } from './prospects/api.ts'
import { records } from './records/api.ts'

const names = { firstName: 'Nia', lastName: 'Okafor' }
const address = () => `${newId()}@test.example`
const paperTest = ({ today }: Target) =>
  ({ date: today, subject: 'Math', level: 'Math 5', test: 'Chapter 1', score1: '7/10' }) as const

/** Example calls of the feature's endpoints. */
export const studentsExamples: readonly Example[] = [
  ...examplesFor(students, {
    list: { scopes: centerScopes, input: inCenter },
    one: { scopes: allScopes, input: studentIn },
    add: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ centerId, ...names }),
      manages: [
        {
          what: 'link',
          doneWithout: true,
          input: ({ here: centerId, email }) => ({ centerId, ...renamed, parent: { ...renamed, email } }),
        },
      ],
    },
    addFamily: {
      scopes: centerScopes,
      input: ({ centerId }) => ({
        centerId,
        parents: [{ firstName: 'Ada', lastName: 'Okafor', phone: '2125550143' }],
        children: [names, { ...names, firstName: 'Obi' }],
      }),
      manages: [
        {
          what: 'link',
          doneWithout: true,
          input: ({ here: centerId, email }) => ({
            centerId,
            parents: [{ ...renamed, email }],
            children: [renamed],
          }),
        },
      ],
    },
    change: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), note: 'Likes chess.' }),
      changes: () => {
        const [info, center] = [{ note: 'Likes chess.' }, { grade: '5' }]
        return [info, center, { info, center }]
      },
      manages: [
        {
          what: 'rename',
          finds: hereAs('students'),
          input: (target) => ({ ...studentHere(target), ...renamed }),
        },
      ],
    },
    addParent: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), ...names, email: address(), relationship: 'mother' }),
      manages: [
        {
          what: 'link',
          input: ({ here: centerId, childId: studentId, email }) => ({
            centerId,
            studentId,
            ...renamed,
            email,
          }),
        },
      ],
    },
    changeInfo: {
      scopes: allScopes,
      input: ({ studentId }) => ({ id: studentId, avatar: 'fox_face' }),
      changes: () => {
        const [one, other] = [{ note: 'Likes chess.' }, { avatar: 'fox_face' as const }]
        return [one, other, { info: { ...one, ...other } }]
      },
      manages: [
        {
          what: 'rename',
          finds: (variant) => variant.kind === 'students',
          input: (target) => ({ ...accountId(target), ...renamed }),
        },
      ],
    },
  }),
  ...examplesFor(accessLog, {
    of: { scopes: allScopes, input: studentIn },
    printed: { scopes: allScopes, input: ({ centerId, studentId }) => ({ centerId, students: [studentId] }) },
  }),
  ...examplesFor(awards, {
    due: { scopes: centerScopes, input: inCenter },
  }),
  ...examplesFor(check, {
    students: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ centerId, rows: [{ ref: '1', ...names }] }),
    },
  }),
  ...examplesFor(studentExport, {
    students: { scopes: centerScopes, input: inCenter },
  }),
  ...examplesFor(studentImports, {
    start: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ centerId, csv: `First name\nNia ${newId()}`, dryRun: false }),
      manages: [
        {
          what: 'link',
          doneWithout: true,
          // An import runs with its center's scope, regardless of who starts it.
          finds: (variant) => isAllowed('link', 'operator', variant),
          input: ({ here: centerId, email, id: person }) => ({
            centerId,
            dryRun: false,
            csv: `First name,Last name,Parent first name,Parent email\nChild${person},Import,Renamed,${email}`,
          }),
        },
      ],
    },
    list: { scopes: centerScopes, input: inCenter },
    one: {
      scopes: centerScopes,
      input: ({ centerId, studentImportId }) => ({ centerId, id: studentImportId }),
    },
    discard: {
      scopes: centerScopes,
      input: inCenter,
      unrecorded: 'The result of a dry run is no record.',
      unversioned: isThereOrNot,
    },
    undo: {
      scopes: centerScopes,
      alters: true,
      input: ({ centerId, studentImportId }) => ({ centerId, id: studentImportId }),
      managesNobody: 'undoes the center’s own import',
    },
  }),
  ...examplesFor(pickups, {
    list: { scopes: allScopes, input: studentIn },
    add: { scopes: allScopes, input: (target) => ({ ...studentIn(target), name: 'Nana Okafor' }) },
    remove: {
      scopes: allScopes,
      alters: true,
      input: (target) => ({ ...studentIn(target), pickupId: target.pickupId }),
      unversioned: isThereOrNot,
    },
  }),
  ...examplesFor(parents, {
    file: { scopes: centerScopes, input: inCenter },
    one: { scopes: allScopes, input: ({ centerId, parentId }) => ({ centerId, parentId }) },
    children: { scopes: allScopes, input: ({ parentId }) => ({ id: parentId }) },
    change: {
      scopes: allScopes,
      input: ({ centerId, parentId }) => ({ centerId, parentId, ...names }),
      changes: () => [{ firstName: 'Nia' }, { lastName: 'Okafor' }],
      manages: [
        {
          what: 'rename',
          finds: hereAs('parents'),
          input: (target) => ({ ...parentHere(target), ...renamed }),
        },
        {
          what: 'readdress',
          finds: (variant) => hereAs('parents')(variant) && !variant.used,
          input: (target) => ({ ...parentHere(target), email: newAddress(target) }),
        },
      ],
    },
    changeLink: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), parentId: target.parentId, pickup: false }),
      changes: () => {
        const [one, other] = [{ phone: '+15550001111' }, { pickup: false }]
        return [one, other, { children: [{ ...one, ...other }] }]
      },
    },
    endLink: {
      scopes: allScopes,
      alters: true,
      input: (target) => ({ ...studentIn(target), parentId: target.parentId }),
      managesNobody: 'ends a link with the center’s own student',
    },
  }),
  ...examplesFor(prospects, {
    board: { scopes: centerScopes, input: inCenter },
    file: { scopes: centerScopes, input: inCenter },
    change: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), stage: 'offer' }),
      prepare: async ({ studentId }, { write }) => {
        await write((db) => db`update students set status = 'prospect' where id = ${studentId}`)
        return { source: 'A friend.' }
      },
      changes: () => [{ source: 'A friend.' }, { nextStep: 'Ring them.' }],
    },
  }),
  ...examplesFor(records, {
    activities: { scopes: allScopes, input: studentIn },
    addTest: { scopes: allScopes, input: (target) => ({ ...studentIn(target), ...paperTest(target) }) },
    changeTest: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), testId: target.testId, score2: '9/10' }),
      changes: () => [{ score2: '9/10' }, { name: 'Spring' }],
    },
    dropTest: {
      scopes: allScopes,
      alters: true,
      input: (target) => ({ ...studentIn(target), testId: target.testId }),
    },
    addNote: { scopes: allScopes, input: (target) => ({ ...studentIn(target), msg: 'Likes chess.' }) },
    changeNote: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), noteId: target.noteId, active: false }),
      changes: () => [{ msg: 'Other words.' }, { active: false }],
    },
    addAward: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), type: 'Medal', subject: 'Math' }),
    },
  }),
]
