import { v7 as newId } from 'uuid'
import { type WorkKind, WorkKind as Kinds, workPaths } from '#features/practice/rules.ts'
import type { Example, Scope, Target } from './permission-examples.ts'

const all: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']

const idOf = (kind: WorkKind, { homeworkId, testWorkId, assessmentId }: Target) =>
  ({ homework: homeworkId, test: testWorkId, assessment: assessmentId })[kind]
const answer = () => ({ seq: 1, answerId: newId(), given: { kind: 'fr', parts: ['4'] } })

/** Returns example calls for one kind of work: by the student, by a parent, and by staff. */
function asksOf(kind: WorkKind): Record<string, Example> {
  const path = workPaths[kind]
  const own = (target: Target) => ({ id: idOf(kind, target) })
  const childs = (target: Target) => ({ studentId: target.studentId, id: idOf(kind, target) })
  const given = (target: Target) => ({ id: target.studentId, itemId: idOf(kind, target) })
  return {
    [`GET /student/${path}/:id`]: { scopes: all, input: own },
    [`PATCH /student/${path}/:id`]: { scopes: all, input: (target) => ({ ...own(target), state: 'started' }) },
    [`GET /student/${path}/:id/:n`]: { scopes: all, input: (target) => ({ ...own(target), n: 1 }) },
    [`POST /student/${path}/:id/:n`]: { scopes: all, input: (target) => ({ ...own(target), n: 1, ...answer() }) },
    [`GET /parent/students/:studentId/${path}/:id`]: { scopes: all, input: childs },
    [`GET /parent/students/:studentId/${path}/:id/:n`]: { scopes: all, input: (target) => ({ ...childs(target), n: 1 }) },
    [`GET /students/:id/${path}/:itemId`]: { scopes: all, input: given },
    [`GET /students/:id/${path}/:itemId/:n`]: { scopes: all, input: (target) => ({ ...given(target), n: 1 }) },
    [`PATCH /students/:id/${path}/:itemId`]: { scopes: all, input: (target) => ({ ...given(target), dueOn: '2026-03-20' }) },
    [`DELETE /students/:id/${path}/:itemId`]: { scopes: all, alters: true, input: given },
  }
}

const inSection = ({ homeworkId }: Target) => ({ id: homeworkId, s: 1, n: 1 })
const childsAssessment = ({ studentId, assessmentId }: Target) => ({ studentId, id: assessmentId })

/** Example calls for work that is assigned to students. */
export const workExamples: Record<string, Example> = {
  ...Object.assign({}, ...Kinds.options.map(asksOf)),
  'POST /students/:id/homework': { scopes: all, input: ({ studentId, sectionId }) => ({ id: studentId, sections: [sectionId] }) },
  'POST /students/:id/tests': { scopes: all, input: ({ studentId, levelId, chapterNum }) => ({ id: studentId, levelId, chapterNum }) },
  'POST /students/:id/assessments': { scopes: all, input: ({ studentId, levelId }) => ({ id: studentId, levelId }) },
  'POST /students/:id/tests/:itemId/corrections': {
    scopes: all,
    input: ({ studentId, testWorkId }) => ({ id: studentId, itemId: testWorkId }),
  },
  'POST /student/tests/:id/corrections': { scopes: all, input: ({ testWorkId }) => ({ id: testWorkId }) },
  'GET /students/:id/homework/:itemId/sections/:s/:n': {
    scopes: all,
    input: ({ studentId, homeworkId }) => ({ id: studentId, itemId: homeworkId, s: 1, n: 1 }),
  },
  'GET /student/homework/:id/sections/:s/:n': { scopes: all, input: inSection },
  'POST /student/homework/:id/sections/:s/:n': { scopes: all, input: (target) => ({ ...inSection(target), ...answer() }) },
  'POST /student/homework/:id/sections/:s/:n/hints': { scopes: all, input: (target) => ({ ...inSection(target), num: 1 }) },
  'GET /parent/students/:studentId/homework/:id/sections/:s/:n': {
    scopes: all,
    input: ({ studentId, homeworkId }) => ({ studentId, id: homeworkId, s: 1, n: 1 }),
  },
  'POST /parent/students/:studentId/assessments/:id/:n': {
    scopes: all,
    input: (target) => ({ ...childsAssessment(target), n: 1, ...answer() }),
  },
  'PATCH /parent/students/:studentId/assessments/:id': {
    scopes: all,
    input: (target) => ({ ...childsAssessment(target), state: 'started' }),
  },
}
