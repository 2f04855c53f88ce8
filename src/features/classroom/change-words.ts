import { duty } from '#features/accounts/change-words.ts'
import type { Wording } from '#shared/wording.ts'

/** Words for this feature's changes in the audit log. */
export const classroomWording: Wording = {
  actions: {
    'classroom.begin': ({ after }) => `began to work as ${duty(after['seat'] === 'tas' ? 'ta' : 'teacher')} on a classroom’s device`,
    'classroom.help': () => 'went to help with a raised hand',
  },
}
