import { duty } from '#features/accounts/change-words.ts'
import type { Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

/** Wording of this feature's changes in the audit log. */
export const classroomWording: Wording = {
  actions: {
    'classroom.begin': ({ after }) =>
      t('started working as {duty} on a classroom device', {
        duty: duty(after['seat'] === 'tas' ? 'assistant' : 'teacher'),
      }),
    'classroom.help': () => t('went to help a student with a raised hand'),
  },
}
