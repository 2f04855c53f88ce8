import { work } from '#features/practice/change-words.ts'
import { text, quoted } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const answer = (told: Told) =>
  text(told.row['num'])
    ? t('the answer to question {num} of {work}', { num: text(told.row['num']), work: work(told) })
    : t('the answer in {work}', { work: work(told) })

/** Words for this feature's changes in the audit log. */
export const gradingWording: Wording = {
  actions: {
    'grading.grade': (told) =>
      `${t(told.row['grade'] === null ? 'removed the grade from' : 'graded')} ${answer(told)}`,
    'grading.comment': (told) =>
      text(told.after['comment']) === ''
        ? t('removed the comment on {answer}', { answer: answer(told) })
        : t('commented on {answer}: {name}', { answer: answer(told), name: quoted(told.after['comment']) }),
    'grading.count': (told) =>
      told.after['counted']
        ? t('counted {answer}, which was late', { answer: answer(told) })
        : t('stopped counting {answer}, which was late', { answer: answer(told) }),
    'grading.see': (told) => t('looked at {answer}', { answer: answer(told) }),
    'grading.regrade': (told) => t('regraded {answer} with the corrected key', { answer: answer(told) }),
    'grading.keep': ({ after }) => t('saved the comment {name}', { name: quoted(after['text']) }),
    'grading.drop': ({ before }) => t('deleted the saved comment {name}', { name: quoted(before['text']) }),
  },
}
