import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  isThereOrNot,
  oneAfterAnother,
  ownScope,
  type Target,
} from '#tests/example.ts'
import { classroom } from './api.ts'
import { presence } from './presence/api.ts'

const question = ({ homeworkId }: Target) => ({ workId: homeworkId, num: 1 })

/** Example calls of the feature's endpoints. */
export const classroomExamples: readonly Example[] = [
  ...examplesFor(classroom, {
    people: { scopes: centerScopes, input: inCenter },
    begin: {
      scopes: centerScopes,
      input: ({ centerId, teacherId }) => ({ centerId, userId: teacherId, seat: 'teachers' }),
    },
    tiles: { scopes: centerScopes, input: ({ classId }) => ({ classId }) },
    answers: { scopes: centerScopes, input: ({ classId }) => ({ classId }) },
    student: { scopes: allScopes, input: ({ classId, studentId }) => ({ classId, studentId }) },
    help: {
      scopes: allScopes,
      input: ({ classId, studentId }) => ({ classId, studentId, seen: true }),
      prepare: async ({ centerId, studentId, homeworkId }, { write }) => {
        await write(
          (db) => db`
        insert into work_places (center_id, student_id, work_id, num, hand_at) values (${centerId}, ${studentId}, ${homeworkId}, 1, now())
        on conflict (center_id, student_id) do update set hand_at = now(), hand_seen_at = null
      `,
        )
        return {}
      },
      unversioned: oneAfterAnother,
    },
  }),
  ...examplesFor(presence, {
    hand: { scopes: ownScope, input: () => ({}) },
    place: { scopes: allScopes, input: question, unversioned: 'A student is in one place at a time.' },
    raise: { scopes: allScopes, input: question },
    lower: { scopes: ownScope, input: () => ({}), unversioned: isThereOrNot },
  }),
]
