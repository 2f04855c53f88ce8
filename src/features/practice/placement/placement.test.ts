import { describe, expect, test } from 'vitest'
import { type AnsweredCandidate, type Candidate, nextQuestion, estimatePlacement } from './placement.ts'
import { suggestionAt } from './suggestion.ts'

const chapters = 6
/** Five levels with six chapters each and two questions per chapter. The assessed level is the middle one. */
const pool: Candidate[] = [-2, -1, 0, 1, 2].flatMap((step) =>
  Array.from({ length: 2 * chapters }, (_, at) => ({
    num: (step + 2) * 100 + at + 1,
    section: (step + 2) * chapters + Math.floor(at / 2),
    place: step + (Math.floor(at / 2) + 0.5) / chapters,
    guess: 0.02,
  })),
)
const most = 12

/**
 * Takes an assessment, answering questions below `place` on the scale correctly and all others incorrectly.
 */
function assess(place: number) {
  const answered: AnsweredCandidate[] = []
  for (;;) {
    const num = nextQuestion({ pool, answered }, most)
    const question = pool.find((each) => each.num === num)
    if (!question) return { answered, ...estimatePlacement({ pool, answered }) }
    answered.push({ ...question, score: question.place < place ? 1 : 0 })
  }
}

describe('an adaptive assessment', () => {
  test.each([-1.7, -0.9, 0.1, 0.5, 1.2, 2.4])(
    'places a child who is at %d on the scale of levels with an error below 0.35',
    (place) => {
      const found = assess(place)
      expect(Math.abs(found.place - place)).toBeLessThan(0.35)
      expect(found.certainty).toBeGreaterThan(0.85)
      expect(found.answered.length).toBeLessThanOrEqual(most)
    },
  )

  test('begins in the assessed level, and never asks the same question twice', () => {
    const { answered } = assess(0.5)
    expect(answered[0]?.place).toBeGreaterThan(0)
    expect(answered[0]?.place).toBeLessThan(1)
    expect(new Set(answered.map(({ num }) => num)).size).toBe(answered.length)
    expect(new Set(answered.map(({ section }) => section)).size).toBe(answered.length)
  })

  test('asks at least eight questions, because a few right answers can be luck', () => {
    expect(assess(2.9).answered.length).toBeGreaterThanOrEqual(8)
  })

  test('asks a harder question after a right answer, and an easier one after a wrong one', () => {
    const first = pool.find(({ num }) => num === nextQuestion({ pool, answered: [] }, most))
    const placeAfter = (score: number) => {
      const answered = first ? [{ ...first, score }] : []
      return pool.find(({ num }) => num === nextQuestion({ pool, answered }, most))?.place ?? 0
    }
    expect(placeAfter(1)).toBeGreaterThan(first?.place ?? 0)
    expect(placeAfter(0)).toBeLessThan(first?.place ?? 0)
  })

  test('learns nothing from an answer that is still to be graded by staff, and doesn’t ask that question again', () => {
    const first = pool.find(({ num }) => num === nextQuestion({ pool, answered: [] }, most)) as Candidate
    const answered = [{ ...first, score: null }]
    expect(estimatePlacement({ pool, answered })).toEqual(estimatePlacement({ pool, answered: [] }))
    expect(nextQuestion({ pool, answered }, most)).not.toBe(first.num)
  })

  test('ends when no question is left', () => {
    const few = pool.slice(0, 2)
    const answered = few.map((each) => ({ ...each, score: 1 }))
    expect(nextQuestion({ pool: few, answered }, most)).toBe(null)
  })
})

const levels = [
  { id: 'a', name: 'Math 4', step: -1, chapters: 4 },
  { id: 'b', name: 'Math 5', step: 0, chapters: 6 },
  { id: 'c', name: 'Math 6', step: 1, chapters: 0 },
]
const answer = (place: number, score: number | null) => ({ num: 1, section: 1, place, guess: 0, score })

describe('the suggested placement', () => {
  test.each<[string, number, { levelId: string | null; level: string; chapter: number | null }]>([
    ['is the chapter at this place', 0.51, { levelId: 'b', level: 'Math 5', chapter: 4 }],
    ['is the first chapter at the beginning of a level', 0, { levelId: 'b', level: 'Math 5', chapter: 1 }],
    ['may be in the previous level', -0.3, { levelId: 'a', level: 'Math 4', chapter: 3 }],
    [
      'is the beginning of the first level for a child below it',
      -1.4,
      { levelId: 'a', level: 'Math 4', chapter: 1 },
    ],
    ['has no chapter in a level without chapters', 1.5, { levelId: 'c', level: 'Math 6', chapter: null }],
    ['has no level ID beyond the last level', 2.1, { levelId: null, level: 'Math 6', chapter: null }],
  ])('%s', (_, place, wanted) => {
    expect(suggestionAt({ place, certainty: 0.9 }, [], levels)).toMatchObject(wanted)
  })

  test('gives its reason and its certainty', () => {
    const answered = [answer(0.1, 1), answer(0.2, 0.5), answer(0.8, 0), answer(0.9, null)]
    expect(suggestionAt({ place: 0.5, certainty: 0.914 }, answered, levels).reason).toBe(
      'Below this point, the child got 1.5 of 2 questions right; above it, 0 of 2. We are 91% sure of this, give or take a third of a level.',
    )
  })
})
