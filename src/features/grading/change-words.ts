import { work } from '#features/practice/change-words.ts'
import { text, quoted } from '#features/history/change-words.ts'
import type { LoggedChange, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const answer = (change: LoggedChange) =>
  text(change.row['num'])
    ? t('the answer to question {num} of {work}', { num: text(change.row['num']), work: work(change) })
    : t('the answer in {work}', { work: work(change) })

/** Wording of this feature's changes in the audit log. */
export const gradingWording: Wording = {
  actions: {
    'grading.grade': (change) =>
      `${t(change.row['grade'] === null ? 'removed the grade from' : 'graded')} ${answer(change)}`,
    'grading.comment': (change) =>
      text(change.after['comment']) === ''
        ? t('removed the comment on {answer}', { answer: answer(change) })
        : t('commented on {answer}: {name}', {
            answer: answer(change),
            name: quoted(change.after['comment']),
          }),
    'grading.count': (change) =>
      change.after['counted']
        ? t('counted {answer}, which arrived late', { answer: answer(change) })
        : t('stopped counting {answer}, which arrived late', { answer: answer(change) }),
    'grading.see': (change) => t('looked at {answer}', { answer: answer(change) }),
    'grading.regrade': (change) => t('regraded {answer} with the corrected key', { answer: answer(change) }),
    'grading.keep': ({ after }) => t('saved the comment {name}', { name: quoted(after['text']) }),
    'grading.drop': ({ before }) => t('deleted the saved comment {name}', { name: quoted(before['text']) }),
  },
}
