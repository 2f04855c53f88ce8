import { v7 as newId } from 'uuid'
import {
  allScopes,
  type Example,
  examplesFor,
  isThereOrNot,
  type Means,
  oneAfterAnother,
  ownScope,
  type Target,
} from '#tests/example.ts'
import { factories } from '#tests/factories.ts'
import { handIn } from '#tests/grading-fixture.ts'
import type { CenterId } from '#server/gate.ts'
import { WorkKind } from './rules.ts'
import { practice, studentWork } from './api.ts'
import { childsMore, childsWork, ownSections, ownWork } from './answering/api.ts'
import { givenWork, assigning } from './assigning/api.ts'
import { similar } from './similar/api.ts'
import { whiteboards } from './whiteboard/api.ts'
import { corrections } from './corrections/api.ts'

const ownHistory = 'A student’s work is its own history.'
const inSection = ({ homeworkId }: Target) => ({ id: homeworkId, s: 1, n: 1 })
const idOf = (kind: WorkKind, { homeworkId, testWorkId, assessmentId }: Target) =>
  ({ homework: homeworkId, test: testWorkId, assessment: assessmentId })[kind]
const likeFirst = ({ homeworkId }: Target) => ({ kind: 'homework' as const, id: homeworkId, n: 1, round: 1 })
const childsAssessment = ({ studentId, assessmentId }: Target) => ({ studentId, id: assessmentId })
const answer = () => ({ seq: 1, answerId: newId(), given: { kind: 'fr' as const, parts: ['4'] } })
const onBoard = ({ homeworkId }: Target) => ({ workId: homeworkId, n: 1 })
const stroke = () => ({ _id: newId(), points: [100, 100, 200, 150] })
const forNewStudent = async ({ centerId }: Target, { write }: Means) => ({
  id: (await write((db) => factories(db).student(centerId))).id,
})
const testHandedIn = async ({ centerId, testWorkId }: Target, { write }: Means) => {
  await write((db) => handIn(db, { centerId: centerId as CenterId, id: testWorkId }))
  return {}
}

/** Assigns work of a kind to a new student. */
async function assigned(kind: WorkKind, target: Target, means: Means) {
  const { sectionId, levelId, chapterNum } = target
  const { id } = await forNewStudent(target, means)
  const give = {
    homework: () => means.call(assigning.homework, { id, sections: [sectionId] }),
    test: () => means.call(assigning.test, { id, levelId, chapterNum }),
    assessment: () => means.call(assigning.assessment, { id, levelId }),
  }
  return { id, itemId: (await give[kind]()).body._id }
}

/** Returns example calls for one kind of work: by the student, by a parent, and by staff. */
function examplesOf(kind: WorkKind): Example[] {
  const own = (target: Target) => ({ id: idOf(kind, target) })
  const childs = (target: Target) => ({ studentId: target.studentId, id: idOf(kind, target) })
  const given = (target: Target) => ({ id: target.studentId, itemId: idOf(kind, target) })
  return [
    ...examplesFor(ownWork[kind], {
      item: { scopes: allScopes, input: own },
      change: {
        scopes: allScopes,
        input: (target) => ({ ...own(target), state: 'started' }),
        unrecorded: ownHistory,
        unversioned: oneAfterAnother,
      },
      question: { scopes: allScopes, input: (target) => ({ ...own(target), n: 1 }) },
      answer: { scopes: allScopes, input: (target) => ({ ...own(target), n: 1, ...answer() }) },
    }),
    ...examplesFor(childsWork[kind], {
      item: { scopes: allScopes, input: childs },
      question: { scopes: allScopes, input: (target) => ({ ...childs(target), n: 1 }) },
    }),
    ...examplesFor(givenWork[kind], {
      item: { scopes: allScopes, input: given },
      question: { scopes: allScopes, input: (target) => ({ ...given(target), n: 1 }) },
      change: {
        scopes: allScopes,
        input: (target) => ({ ...given(target), dueOn: '2026-03-20' }),
        changes: () => [{ dueOn: '2026-03-21' }, { minutes: 45 }],
      },
      withdraw: {
        scopes: allScopes,
        alters: true,
        input: given,
        prepare: (target, means) => assigned(kind, target, means),
        unversioned: isThereOrNot,
      },
    }),
  ]
}

/** Example calls of the feature's endpoints. */
export const practiceExamples: readonly Example[] = [
  ...WorkKind.options.flatMap(examplesOf),
  ...examplesFor(practice, {
    self: { scopes: ownScope, input: () => ({}) },
    change: {
      scopes: ownScope,
      input: () => ({ avatar: 'fox_face' }),
      changes: () => [{ avatar: 'fox_face' }, { avatar: 'fox_face' }],
    },
  }),
  ...examplesFor(studentWork, {
    atWork: { scopes: allScopes, input: ({ studentId }) => ({ id: studentId }) },
  }),
  ...examplesFor(childsMore, {
    sectionQuestion: {
      scopes: allScopes,
      input: ({ studentId, homeworkId }) => ({ studentId, id: homeworkId, s: 1, n: 1 }),
    },
    answerAssessment: {
      scopes: allScopes,
      input: (target) => ({ ...childsAssessment(target), n: 1, ...answer() }),
    },
    changeAssessment: {
      scopes: allScopes,
      input: (target) => ({ ...childsAssessment(target), state: 'started' }),
      unrecorded: ownHistory,
      unversioned: oneAfterAnother,
    },
  }),
  ...examplesFor(similar, {
    // Responds with 409 while the question is still open.
    question: { scopes: allScopes, input: likeFirst, status: [200, 409] },
    check: {
      scopes: allScopes,
      input: (target) => ({ ...likeFirst(target), given: answer().given }),
      status: [200, 409],
    },
  }),
  ...examplesFor(whiteboards, {
    own: { scopes: allScopes, input: onBoard },
    changeOwn: {
      scopes: allScopes,
      input: (target) => ({
        ...onBoard(target),
        drawn: [{ ...stroke(), ink: 'green' as const }],
        erased: [],
      }),
      unrecorded: ownHistory,
    },
    given: { scopes: allScopes, input: (target) => ({ ...onBoard(target), studentId: target.studentId }) },
    changeGiven: {
      scopes: allScopes,
      input: (target) => ({
        ...onBoard(target),
        studentId: target.studentId,
        drawn: [{ ...stroke(), ink: 'red' as const }],
        erased: [],
      }),
    },
    childs: { scopes: allScopes, input: (target) => ({ ...onBoard(target), studentId: target.studentId }) },
  }),
  ...examplesFor(ownSections, {
    question: { scopes: allScopes, input: inSection },
    answer: { scopes: allScopes, input: (target) => ({ ...inSection(target), ...answer() }) },
    hint: {
      scopes: allScopes,
      input: (target) => ({ ...inSection(target), num: 1 }),
      unrecorded: ownHistory,
    },
  }),
  ...examplesFor(assigning, {
    homework: {
      scopes: allScopes,
      input: ({ studentId, sectionId }) => ({ id: studentId, sections: [sectionId] }),
      prepare: forNewStudent,
    },
    warmUp: {
      scopes: allScopes,
      input: ({ studentId, questionId }) => ({ id: studentId, questions: [questionId] }),
      prepare: forNewStudent,
    },
    test: {
      scopes: allScopes,
      input: ({ studentId, levelId, chapterNum }) => ({ id: studentId, levelId, chapterNum }),
      prepare: forNewStudent,
    },
    assessment: {
      scopes: allScopes,
      input: ({ studentId, levelId }) => ({ id: studentId, levelId }),
      prepare: forNewStudent,
    },
    sectionQuestion: {
      scopes: allScopes,
      input: ({ studentId, homeworkId }) => ({ id: studentId, itemId: homeworkId, s: 1, n: 1 }),
    },
  }),
  ...examplesFor(corrections, {
    give: {
      scopes: allScopes,
      input: ({ studentId, testWorkId }) => ({ id: studentId, itemId: testWorkId }),
      prepare: testHandedIn,
    },
    take: { scopes: allScopes, input: ({ testWorkId }) => ({ id: testWorkId }), prepare: testHandedIn },
  }),
]
