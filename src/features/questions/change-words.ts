import type { Wording } from '#shared/wording.ts'

/** Words for this feature's changes in the audit log. */
export const questionsWording: Wording = {
  actions: {
    'questions.add': () => 'added a question',
    'questions.change': () => 'changed a question',
    'questions.clone': () => 'copied a question',
    'questions.drop': () => 'deleted a question',
    'questions.arrange': () => 'changed several questions at once',
    'questions.import': () => 'started an import of questions',
    'questions.imported': () => 'imported questions',
  },
}
