import { v7 as newId } from 'uuid'
import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  isThereOrNot,
  sharedScopes,
  type Target,
} from '#tests/example.ts'
import { handIn } from '#tests/grading-fixture.ts'
import type { CenterId } from '#server/gate.ts'
import { questions } from '#features/questions/api.ts'
import { WorkKind } from '#features/practice/rules.ts'
import { grading } from './api.ts'
import { givenAnswers, oneAnswer } from './answers/api.ts'
import { lateAnswers } from './late/api.ts'
import { regrades } from './regrade/api.ts'
import { snippets } from './snippets/api.ts'

const inClass = ({ classId, answerId }: Target) => ({ classId, answerId })
/**
 * Returns the id of the student's work of this kind: homework with an answer, or other work that can be
 * handed in.
 */
const itemOf = (kind: WorkKind, { essayWorkId, testWorkId, assessmentId }: Target) =>
  ({ homework: essayWorkId, test: testWorkId, assessment: assessmentId })[kind]
const graded = () => [{ grade: 0.75 }, { comment: 'Well put.' }] as const

/** Example calls of the feature's endpoints. */
export const gradingExamples: readonly Example[] = [
  ...examplesFor(grading, {
    queue: { scopes: centerScopes, input: inCenter },
    question: {
      scopes: centerScopes,
      input: (target) => ({ ...inCenter(target), questionId: target.essayQuestionId, revision: 1 }),
    },
    grade: {
      scopes: allScopes,
      input: (target) => ({
        ...inCenter(target),
        answers: [{ id: target.answerId, version: 1 }],
        grade: 0.75,
      }),
    },
    undo: {
      scopes: allScopes,
      input: (target) => ({
        ...inCenter(target),
        answers: [{ id: target.answerId, version: 1, grade: 0.25, comment: null }],
      }),
    },
    giveBack: {
      scopes: allScopes,
      input: (target) => ({ ...inCenter(target), works: [target.essayWorkId] }),
      prepare: async ({ centerId, testWorkId }, { write }) => {
        await write(async (db) => {
          await handIn(db, { centerId: centerId as CenterId, id: testWorkId })
          await db`update work set state = 'graded', returned_at = null where id = ${testWorkId}`
        })
        return { works: [testWorkId] }
      },
    },
  }),
  ...WorkKind.options.flatMap((kind) =>
    examplesFor(givenAnswers[kind], {
      grade: {
        scopes: allScopes,
        input: (target) => ({ id: target.studentId, itemId: itemOf(kind, target), n: 1, grade: 0.5 }),
        prepare: async (target, { write }) => {
          if (kind !== 'homework')
            await write((db) =>
              handIn(db, { centerId: target.centerId as CenterId, id: itemOf(kind, target) }),
            )
          return {}
        },
        changes: graded,
      },
    }),
  ),
  ...examplesFor(oneAnswer, {
    comment: {
      scopes: allScopes,
      input: ({ studentId, answerId }) => ({ id: studentId, answerId, text: 'Well put.' }),
    },
    open: { scopes: allScopes, input: inClass },
    change: {
      scopes: allScopes,
      input: (target) => ({ ...inClass(target), comment: 'Nearly.' }),
      changes: graded,
    },
  }),
  ...examplesFor(lateAnswers, {
    count: {
      scopes: allScopes,
      input: ({ studentId, lateId }) => ({ id: studentId, answerId: lateId, counted: true }),
    },
  }),
  ...examplesFor(regrades, {
    look: { scopes: sharedScopes, input: ({ questionId }) => ({ id: questionId }) },
    apply: {
      scopes: sharedScopes,
      input: ({ questionId }) => ({ id: questionId, revision: 1, include: 'rising' }),
      // Changes the question, so that its answer was graded by an older key.
      prepare: async ({ essayQuestionId: id }, { call }) => {
        const { body } = await call(questions.one, { id })
        const { instructions, content, answers, hint, variables, tests } = body
        await call(questions.change, {
          id,
          instructions,
          content: `${content} Say it.`,
          answers,
          hint,
          variables,
          tests,
          visual: null,
        })
        return { id, revision: 2 }
      },
    },
  }),
  ...examplesFor(snippets, {
    list: { scopes: centerScopes, input: inCenter },
    keep: { scopes: centerScopes, input: (target) => ({ ...inCenter(target), text: 'Show your work.' }) },
    drop: {
      scopes: ['unknown'],
      input: (target) => ({ ...inCenter(target), id: newId() }),
      prepare: async ({ centerId }, { call }) => {
        const { body } = await call(snippets.keep, { centerId, text: `Look again, ${newId()}.` })
        return { id: body._id }
      },
      unversioned: isThereOrNot,
    },
  }),
]
