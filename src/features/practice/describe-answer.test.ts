import { describe, expect, test } from 'vitest'
import { spanish } from '#features/overview/spanish-staff.ts'
import { addLanguage, inLanguage, t } from '#shared/language.ts'
import { describeAnswer, questionWord } from './describe-answer.ts'
import type { Viewer, WorkKind, WorkState } from './rules.ts'

describe('states of a question', () => {
  const answered = { solved: false, partly: false, over: false, answered: true, waits: false }
  test.each([
    ['right', { solved: true }, 'started'],
    ['not right', { over: true }, 'started'],
    ['tried', {}, 'started'],
    ['not right', {}, 'returned'],
    ['partly right', { partly: true }, 'returned'],
    ['needs a grade', { waits: true }, 'submitted'],
    ['needs a grade', { waits: true }, 'started'],
    ['not answered', { answered: false }, 'returned'],
    ['not answered', { answered: false }, 'started'],
  ] as const)('a homework question is called “%s” for %j in work that is %s', (word, question, state) => {
    expect(questionWord({ ...answered, ...question }, { kind: 'homework', state })).toBe(word)
  })

  test('a test question counts as answered until its verdict may be shown', () => {
    expect(questionWord(answered, { kind: 'test', state: 'submitted' })).toBe('answered')
    expect(questionWord({ ...answered, over: true }, { kind: 'test', state: 'returned' })).toBe('not right')
    expect(questionWord({ ...answered, over: true, partly: true }, { kind: 'test', state: 'returned' })).toBe(
      'partly right',
    )
    expect(questionWord({ ...answered, over: true, solved: true }, { kind: 'test', state: 'returned' })).toBe(
      'right',
    )
  })

  test('the state is the same in every language, because colors and marks depend on it', () => {
    addLanguage(spanish)
    expect(inLanguage('es', () => t('right'))).toBe('correcta')
    const solved = { ...answered, solved: true }
    const word = inLanguage('es', () => questionWord(solved, { kind: 'homework', state: 'started' }))
    expect(word).toBe('right')
  })

  test('staff see verdicts even while a test is in progress', () =>
    expect(questionWord({ ...answered, over: true }, { kind: 'test', state: 'started' })).toBe('not right'))
})

const verdict = (
  status: 'correct' | 'partial' | 'incorrect' | 'invalid' | 'ungraded',
  score = 0,
  reason = 'Look at the sign.',
) => ({
  status,
  score,
  parts: [{ status, score, reason }],
})
const given = { kind: 'fr' as const, parts: ['5'] }
const blank = { kind: 'fr' as const, parts: [' '] }
const wrong = {
  given,
  verdict: verdict('incorrect'),
  solved: false,
  waits: false,
  triesLeft: 2,
  solution: null,
  onPaper: false,
}

type More = Partial<Parameters<typeof describeAnswer>[0]>
const wordsFor =
  (viewer: Viewer) =>
  (kind: WorkKind, state: WorkState, more: More = {}) => {
    const described = describeAnswer({ ...wrong, kind, state, ...more }, viewer)
    return described && [described.first, described.more].filter(Boolean).join(' ')
  }

test('staff see which wrong part a right part follows from, but students aren’t told', () => {
  const [wrongPart, followed] = [
    { status: 'incorrect' as const, score: 0, reason: 'Take another look.' },
    { status: 'correct' as const, score: 1, reason: 'Follows from the answer to part 1.', follows: [1] },
  ]
  const partly = { verdict: { status: 'partial' as const, score: 0.5, parts: [wrongPart, followed] } }
  expect(wordsFor('staff')('test', 'graded', partly)).toBe(
    'Partly right. This counts for 50%. Follows from the answer to part 1.',
  )
  expect(wordsFor('student')('homework', 'started', partly)).toBe(
    'Partly right. Take another look. 2 tries left.',
  )
})

test('a wrong handwritten answer doesn’t count as unanswered', () => {
  const written = { given: blank, verdict: verdict('incorrect'), triesLeft: null }
  expect(wordsFor('parent')('homework', 'returned', written)).toBe('Not answered.')
  expect(wordsFor('parent')('homework', 'returned', { ...written, onPaper: true })).toBe('Not right.')
})

describe('messages to the student about an answer', () => {
  const words = wordsFor('student')
  test.each<[string | null, string]>([
    [words('homework', 'started'), 'Not yet. Look at the sign. 2 tries left.'],
    [words('homework', 'started', { triesLeft: 1 }), 'Not yet. Look at the sign. 1 try left.'],
    [
      words('homework', 'started', { verdict: verdict('incorrect', 0, 'Take another look.') }),
      'Not yet. Take another look. 2 tries left.',
    ],
    [
      words('homework', 'started', { verdict: verdict('partial', 0.5) }),
      'Partly right. Look at the sign. 2 tries left.',
    ],
    [words('homework', 'started', { verdict: verdict('invalid') }), 'Not counted. Look at the sign.'],
    [
      words('homework', 'started', { solution: given, triesLeft: 0 }),
      'Here is the answer. You will get another chance at questions like this.',
    ],
    [
      words('homework', 'started', { verdict: verdict('ungraded'), waits: true }),
      'Your answer is saved. Your teacher will grade it.',
    ],
    [
      words('homework', 'submitted', { verdict: verdict('ungraded'), waits: true }),
      'Your answer is saved. Your teacher will grade it.',
    ],
    [
      words('homework', 'returned', { verdict: verdict('partial', 0.5) }),
      'Partly right. This counts for 50%.',
    ],
    [words('homework', 'returned'), 'Not right.'],
    [words('homework', 'returned', { solved: true }), 'Right!'],
    [words('homework', 'returned', { given: null, verdict: null }), 'Not answered.'],
    [
      words('test', 'returned', { verdict: verdict('partial', 0.25), solution: given }),
      'Partly right. This counts for 25%.',
    ],
    [words('test', 'returned', { verdict: verdict('invalid'), given: blank }), 'Not answered.'],
  ])('%s', (actual, wanted) => expect(actual).toBe(wanted))

  const mistaken = { verdict: { ...verdict('incorrect'), mistake: 'You added the bottoms.' } }
  test.each<[string | null, string]>([
    [words('homework', 'started', mistaken), 'You added the bottoms. 2 tries left.'],
    [words('homework', 'returned', mistaken), 'Not right. You added the bottoms.'],
    [words('test', 'returned', mistaken), 'Not right. You added the bottoms.'],
    [
      words('homework', 'started', { ...mistaken, solution: given, triesLeft: 0 }),
      'Here is the answer. You added the bottoms. You will get another chance at questions like this.',
    ],
    [
      words('homework', 'started', {
        verdict: { ...verdict('partial', 0.5), mistake: 'The sign is wrong.' },
      }),
      'Partly right. The sign is wrong. 2 tries left.',
    ],
    [wordsFor('parent')('homework', 'returned', mistaken), 'Not right. You added the bottoms.'],
    [wordsFor('staff')('homework', 'started', mistaken), 'Not right. You added the bottoms. 2 tries left.'],
  ])('a message about the mistake replaces the automatic one: %s', (actual, wanted) =>
    expect(actual).toBe(wanted),
  )

  test('there is no message about the mistake while the verdict is hidden', () =>
    expect(words('test', 'started', mistaken)).toBeNull())

  test.each<[string, WorkKind, WorkState]>([
    ['a test in progress', 'test', 'started'],
    ['a graded test', 'test', 'graded'],
    ['an assessment that isn’t returned', 'assessment', 'graded'],
  ])('there is no message for %s', (_, kind, state) => expect(words(kind, state)).toBeNull())

  test('there is no message before the first answer', () =>
    expect(words('homework', 'started', { given: null, verdict: null })).toBeNull())
})

describe('an answer as parents see it', () => {
  const words = wordsFor('parent')
  test.each<[string | null, string | null]>([
    [
      words('homework', 'started', { solved: true, verdict: verdict('correct', 1), triesLeft: 1 }),
      'Right on the second try.',
    ],
    [words('test', 'returned', { solved: true, verdict: verdict('correct', 1), triesLeft: null }), 'Right.'],
    [words('homework', 'started'), 'Not right. Look at the sign. 2 tries left.'],
    [
      words('homework', 'started', { verdict: verdict('incorrect', 0, 'Take another look.') }),
      'Not right. 2 tries left.',
    ],
    [words('homework', 'returned', { triesLeft: 0 }), 'Not right.'],
    [words('homework', 'submitted', { waits: true }), 'Needs a grade.'],
    [words('homework', 'started', { given: null, verdict: null }), 'No answer yet.'],
    [words('homework', 'returned', { given: null, verdict: null }), 'Not answered.'],
    [words('test', 'submitted', { verdict: null }), null],
  ])('%s', (actual, wanted) => expect(actual).toBe(wanted))
})

describe('an answer as staff see it', () => {
  const words = wordsFor('staff')
  test.each<[string | null, string]>([
    [
      words('test', 'returned', { verdict: verdict('partial', 0.5, 'Partly right.') }),
      'Partly right. This counts for 50%.',
    ],
    [
      words('test', 'returned', { verdict: verdict('partial', 0.5, 'Not in lowest terms.') }),
      'Partly right. This counts for 50%. Not in lowest terms.',
    ],
    [words('test', 'started', { triesLeft: null }), 'Not right. Look at the sign.'],
    [words('test', 'submitted', { waits: true }), 'Needs a grade.'],
    [words('test', 'returned', { solved: true, triesLeft: null }), 'Right.'],
    [words('test', 'returned', { given: null, verdict: null }), 'Not answered.'],
    [words('test', 'returned', { given: blank }), 'Not answered.'],
    [words('test', 'returned', { verdict: verdict('invalid') }), 'Can’t be read. Look at the sign.'],
  ])('%s', (actual, wanted) => expect(actual).toBe(wanted))
})
