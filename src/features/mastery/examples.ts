import { allScopes, centerScopes, type Example, examplesFor, ownScope } from '#tests/example.ts'
import { childSkills, ownPath, skills } from './api.ts'

/** Example calls of the feature's endpoints. No child in the fixture has completed work. */
export const masteryExamples: readonly Example[] = [
  ...examplesFor(skills, {
    ofClass: { scopes: centerScopes, input: ({ centerId, classId }) => ({ centerId, classId }) },
    mistakes: {
      scopes: centerScopes,
      input: ({ centerId, classId, studentId }) => ({ centerId, classId, sectionId: studentId }),
    },
    nextOfClass: { scopes: centerScopes, input: ({ centerId, classId }) => ({ centerId, classId }) },
    warmUps: { scopes: centerScopes, input: ({ centerId, classId }) => ({ centerId, classId }) },
    nextOfStudent: { scopes: allScopes, input: ({ centerId, studentId }) => ({ centerId, studentId }) },
    ofStudent: { scopes: allScopes, input: ({ centerId, studentId }) => ({ centerId, studentId }) },
    answers: {
      scopes: allScopes,
      input: ({ centerId, studentId }) => ({ centerId, studentId, sectionId: studentId }),
    },
  }),
  ...examplesFor(ownPath, { read: { scopes: ownScope, input: () => ({}) } }),
  ...examplesFor(childSkills, {
    list: { scopes: allScopes, input: ({ studentId }) => ({ studentId }) },
    mistakes: { scopes: allScopes, input: ({ studentId }) => ({ studentId }) },
    answers: { scopes: allScopes, input: ({ studentId }) => ({ studentId, sectionId: studentId }) },
  }),
]
