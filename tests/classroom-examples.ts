import type { Example, Scope, Target } from './permission-examples.ts'

const all: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']
const centers: readonly Scope[] = ['own', 'other center', 'unknown']

const question = ({ homeworkId }: Target) => ({ workId: homeworkId, num: 1 })

/** Example calls for the live classroom and for what students do in it. */
export const classroomExamples: Record<string, Example> = {
  'GET /centers/:centerId/classroom': { scopes: centers, input: ({ centerId }) => ({ centerId }) },
  'POST /centers/:centerId/classroom': {
    scopes: centers,
    input: ({ centerId, teacherId }) => ({ centerId, userId: teacherId, seat: 'teachers' }),
  },
  'GET /classroom/:classId': { scopes: centers, input: ({ classId }) => ({ classId }) },
  'GET /classroom/:classId/answers': { scopes: centers, input: ({ classId }) => ({ classId }) },
  'GET /classroom/:classId/students/:studentId': { scopes: all, input: ({ classId, studentId }) => ({ classId, studentId }) },
  'PATCH /classroom/:classId/hands/:studentId': { scopes: all, input: ({ classId, studentId }) => ({ classId, studentId, seen: true }) },
  'GET /student/hand': { scopes: ['own'], input: () => ({}) },
  'PUT /student/place': { scopes: all, input: question },
  'POST /student/hand': { scopes: all, input: question },
  'DELETE /student/hand': { scopes: ['own'], input: () => ({}) },
}
