import type { Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

/** Wording of this feature's entries in the audit log. */
export const questionsWording: Wording = {
  actions: {
    'questions.add': () => t('added a question'),
    'questions.change': () => t('changed a question'),
    'questions.clone': () => t('copied a question'),
    'questions.drop': () => t('deleted a question'),
    'questions.arrange': () => t('changed several questions at once'),
    'questions.import': () => t('started an import of questions'),
    'questions.return': () => t('sent a question back with a note'),
    'questions.imported': () => t('imported questions'),
  },
}
