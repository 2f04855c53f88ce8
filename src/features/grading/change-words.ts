import { work } from '#features/practice/change-words.ts'
import { text, quoted } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'

const answer = (told: Told) =>
  `the answer ${text(told.row['num']) && `to question ${text(told.row['num'])} `}of ${work(told)}`

/** Words for this feature's changes in the audit log. */
export const gradingWording: Wording = {
  actions: {
    'grading.grade': (told) =>
      `${told.row['grade'] === null ? 'took back the grade of' : 'graded'} ${answer(told)}`,
    'grading.comment': (told) =>
      text(told.after['comment']) === ''
        ? `removed the comment on ${answer(told)}`
        : `commented on ${answer(told)}: ${quoted(told.after['comment'])}`,
    'grading.count': (told) =>
      told.after['counted']
        ? `counted ${answer(told)}, which was late`
        : `stopped counting ${answer(told)}, which was late`,
    'grading.see': (told) => `looked at ${answer(told)}`,
    'grading.regrade': (told) => `regraded ${answer(told)} with the corrected key`,
    'grading.keep': ({ after }) => `saved the comment ${quoted(after['text'])}`,
    'grading.drop': ({ before }) => `deleted the saved comment ${quoted(before['text'])}`,
  },
}
