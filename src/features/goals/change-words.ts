import { count } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const questions = count('question')

/** Wording of this feature's changes in the audit log. */
export const goalsWording: Wording = {
  actions: {
    'goals.change': ({ after: { questions: goal } }) =>
      goal === 0
        ? t('ended the weekly goal')
        : typeof goal === 'number'
          ? t('set the weekly goal to {questions}', { questions: questions(goal) })
          : t('reset the weekly goal to the center’s goal'),
    'goals.choose': ({ after }) =>
      t('chose a weekly goal of {questions}', { questions: questions(after['questions']) }),
  },
}
