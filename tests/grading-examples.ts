import { v7 as newId } from 'uuid'
import { type WorkKind, WorkKind as Kinds, workPaths } from '#features/practice/rules.ts'
import type { Example, Scope, Target } from './permission-examples.ts'

const all: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']
const centers: readonly Scope[] = ['own', 'other center', 'unknown']

const inCenter = ({ centerId }: Target) => ({ centerId })
const inClass = ({ classId, answerId }: Target) => ({ classId, answerId })
const itemOf = (kind: WorkKind, { essayWorkId, testWorkId, assessmentId }: Target) =>
  ({ homework: essayWorkId, test: testWorkId, assessment: assessmentId })[kind]

/** Example calls for grading by people. */
export const gradingExamples: Record<string, Example> = {
  ...Object.fromEntries(
    Kinds.options.map((kind) => [
      `PATCH /students/:id/${workPaths[kind]}/:itemId/:n`,
      { scopes: all, input: (target: Target) => ({ id: target.studentId, itemId: itemOf(kind, target), n: 1, grade: 0.5 }) },
    ]),
  ),
  'GET /centers/:centerId/grading': { scopes: centers, input: inCenter },
  'GET /centers/:centerId/grading/:questionId': {
    scopes: centers,
    input: (target) => ({ ...inCenter(target), questionId: target.essayQuestionId, revision: 1 }),
  },
  'POST /centers/:centerId/grading': {
    scopes: all,
    input: (target) => ({ ...inCenter(target), answers: [{ id: target.answerId, version: 1 }], grade: 0.75 }),
  },
  'POST /centers/:centerId/grading/undo': {
    scopes: all,
    input: (target) => ({ ...inCenter(target), answers: [{ id: target.answerId, version: 1, grade: 0.25, comment: null }] }),
  },
  'POST /centers/:centerId/grading/return': { scopes: all, input: (target) => ({ ...inCenter(target), works: [target.essayWorkId] }) },
  'GET /centers/:centerId/snippets': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/snippets': { scopes: centers, input: (target) => ({ ...inCenter(target), text: 'Show your work.' }) },
  'DELETE /centers/:centerId/snippets/:id': {
    scopes: ['unknown'],
    input: (target) => ({ ...inCenter(target), id: newId() }),
  },
  'PUT /students/:id/answers/:answerId/comment': {
    scopes: all,
    input: ({ studentId, answerId }) => ({ id: studentId, answerId, text: 'Well put.' }),
  },
  'PUT /students/:id/answers/:answerId/counted': {
    scopes: all,
    input: ({ studentId, lateId }) => ({ id: studentId, answerId: lateId, counted: true }),
  },
  'GET /classroom/:classId/answers/:answerId': { scopes: all, input: inClass },
  'PATCH /classroom/:classId/answers/:answerId': { scopes: all, input: (target) => ({ ...inClass(target), comment: 'Nearly.' }) },
}
