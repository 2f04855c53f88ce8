import { duty } from '#features/accounts/change-words.ts'
import type { Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

/** Words for this feature's changes in the audit log. */
export const classroomWording: Wording = {
  actions: {
    'classroom.begin': ({ after }) =>
      `started working as ${duty(after['seat'] === 'tas' ? 'ta' : 'teacher')} on a classroom device`,
    'classroom.help': () => t('went to help with a raised hand'),
  },
}
