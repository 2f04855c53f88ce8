import { allScopes, centerScopes, type Example, examplesFor, studentIn, type Target } from '#tests/example.ts'
import { attendance } from './api.ts'
import { attendanceHistory } from './history/api.ts'

const mark = ({ centerId, attendanceId }: Target) => ({ centerId, id: attendanceId })
const onToday = ({ today }: Target) => ({ from: today, to: today })

/** Example calls of the feature's endpoints. */
export const attendanceExamples: readonly Example[] = [
  ...examplesFor(attendance, {
    roll: {
      scopes: centerScopes,
      input: ({ centerId, classId, today }) => ({ centerId, classId, on: today }),
    },
    take: {
      scopes: allScopes,
      input: ({ centerId, classId, today, studentId }) => ({
        centerId,
        classId,
        on: today,
        marks: [{ studentId, mark: 'present' }],
      }),
    },
    one: { scopes: allScopes, input: mark },
    change: {
      scopes: allScopes,
      input: (target) => ({ ...mark(target), note: 'Left early.' }),
      changes: () => [{ note: 'Rang.' }, { excused: true }],
    },
    clear: { scopes: allScopes, alters: true, input: mark },
  }),
  ...examplesFor(attendanceHistory, {
    list: { scopes: allScopes, input: (target) => ({ ...studentIn(target), ...onToday(target) }) },
    file: { scopes: allScopes, input: (target) => ({ ...studentIn(target), ...onToday(target) }) },
    classmates: {
      scopes: allScopes,
      input: (target) => ({ centerId: target.centerId, classId: target.classId, ...onToday(target) }),
    },
    corrections: { scopes: allScopes, input: mark },
  }),
]
