import {
  type Example,
  examplesFor,
  isThereOrNot,
  ownScope,
  sharedScopes,
  type Target,
} from '#tests/example.ts'
import { questions } from './api.ts'
import { figures } from './figures/api.ts'
import { imports } from './import/api.ts'
import { reviews } from './review/api.ts'
import { questionSearch } from './search/api.ts'

const draft = {
  instructions: '',
  content: 'How many are 2 and 2?',
  answers: { kind: 'fr' as const, parts: [{ kind: 'number' as const, value: '4' }] },
  hint: null,
  visual: null,
  variables: null,
  tests: [],
}
const line = JSON.stringify({ question: 'How many are 2 and 2?', answer: 'Count on.\n#### 4' })
const section = ({ levelId, chapterNum }: Target) => ({ levelId, chapterNum, sectionNum: 1 })

/** Example calls of the feature's endpoints. */
export const questionsExamples: readonly Example[] = [
  ...examplesFor(questions, {
    list: {
      scopes: sharedScopes,
      input: ({ levelId, chapterNum }) => ({ level: levelId, chapter: chapterNum, section: 1 }),
    },
    add: {
      scopes: sharedScopes,
      input: ({ levelId, chapterNum }) => ({ level: levelId, chapter: chapterNum, section: 1, ...draft }),
    },
    one: { scopes: sharedScopes, input: ({ questionId }) => ({ id: questionId }) },
    change: { scopes: sharedScopes, input: ({ questionId }) => ({ id: questionId, ...draft }) },
    clone: { scopes: sharedScopes, input: ({ questionId }) => ({ id: questionId }) },
    drop: {
      scopes: sharedScopes,
      alters: true,
      input: ({ questionId }) => ({ id: questionId }),
      prepare: async ({ questionId }, { call }) => {
        const { body } = await call(questions.clone, { id: questionId })
        return { id: body._id }
      },
      unversioned: isThereOrNot,
    },
    arrange: {
      scopes: sharedScopes,
      input: ({ questionId }) => ({ ids: [questionId], status: 'warn' }),
      unversioned: 'It sets one field of many questions.',
    },
    try: {
      scopes: sharedScopes,
      input: ({ questionId }) => ({ id: questionId, given: { kind: 'fr', parts: ['4'] } }),
    },
    preview: {
      scopes: ownScope,
      input: () => ({
        instructions: draft.instructions,
        content: draft.content,
        answers: draft.answers,
        variables: null,
        tests: [],
      }),
    },
  }),
  ...examplesFor(figures, {
    ofSection: {
      scopes: sharedScopes,
      input: ({ levelId, chapterNum }) => ({ level: levelId, chapter: chapterNum, section: 1 }),
    },
    ofQuestion: { scopes: sharedScopes, input: ({ questionId }) => ({ id: questionId }) },
  }),
  ...examplesFor(imports, {
    start: {
      scopes: sharedScopes,
      input: (target) => ({ ...section(target), lines: line, dryRun: true }),
      unrecorded: 'The example is a dry run.',
    },
    list: { scopes: sharedScopes, input: section },
    one: { scopes: sharedScopes, input: ({ importId }) => ({ id: importId }) },
  }),
  ...examplesFor(questionSearch, {
    find: { scopes: ownScope, input: () => ({ find: 'many' }) },
  }),
  ...examplesFor(reviews, {
    queue: { scopes: ownScope, input: () => ({}) },
    sendBack: {
      scopes: sharedScopes,
      input: ({ questionId }) => ({ id: questionId, note: 'Say in what units.' }),
    },
  }),
]
