import { work } from '#features/practice/change-words.ts'
import { text, quoted } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const answer = (told: Told) =>
  `the answer ${text(told.row['num']) && `to question ${text(told.row['num'])} `}of ${work(told)}`

/** Words for this feature's changes in the audit log. */
export const gradingWording: Wording = {
  actions: {
    'grading.grade': (told) =>
      `${t(told.row['grade'] === null ? 'took back the grade of' : 'graded')} ${answer(told)}`,
    'grading.comment': (told) =>
      text(told.after['comment']) === ''
        ? t('removed the comment on {told}', { told: answer(told) })
        : t('commented on {told}: {after}', { told: answer(told), after: quoted(told.after['comment']) }),
    'grading.count': (told) =>
      told.after['counted']
        ? t('counted {told}, which was late', { told: answer(told) })
        : t('stopped counting {told}, which was late', { told: answer(told) }),
    'grading.see': (told) => t('looked at {told}', { told: answer(told) }),
    'grading.regrade': (told) => t('regraded {told} with the corrected key', { told: answer(told) }),
    'grading.keep': ({ after }) => t('saved the comment {after}', { after: quoted(after['text']) }),
    'grading.drop': ({ before }) =>
      t('deleted the saved comment {before}', { before: quoted(before['text']) }),
  },
}
