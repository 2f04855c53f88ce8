import { describe, expect, test } from 'vitest'
import { reportOf } from './report.ts'

const around = {
  level: { id: 'l5', name: 'Math 5' },
  before: { id: 'l4', name: 'Math 4' },
  after: { id: 'l6', name: 'Math 6' },
  subject: 'Math' as const,
}
/** Creates the questions of a section, `right` of them answered correctly. */
const questionsOf = (chapter: number, right: number, of = 5, section = 1) =>
  Array.from({ length: of }, (_, at) => ({
    chapter,
    section,
    name: `Part ${section}`,
    solved: at < right,
    score: at < right ? 1 : 0,
  }))
const suggested = (...questions: ReturnType<typeof questionsOf>[]) =>
  reportOf(questions.flat(), around).suggestion

describe('an assessment’s report', () => {
  test('lists each section’s result in chapter order, and the overall score', () => {
    const { sections, score } = reportOf(
      [...questionsOf(2, 1, 2), ...questionsOf(1, 2, 2, 2), ...questionsOf(1, 0, 1)],
      around,
    )
    expect(
      sections.map(({ chapter, section, correct, total }) => [chapter, section, correct, total]),
    ).toEqual([
      [1, 1, 0, 1],
      [1, 2, 2, 2],
      [2, 1, 1, 2],
    ])
    expect(score).toBeCloseTo(0.6)
  })

  test('counts a partly right answer by its score', () => {
    const half = [{ chapter: 1, section: 1, name: 'Part 1', solved: false, score: 0.5 }]
    expect(reportOf(half, around)).toMatchObject({
      score: 0.5,
      sections: [{ correct: 0, total: 1, score: 0.5 }],
    })
  })

  test('suggests the first chapter below 80%', () => {
    expect(suggested(questionsOf(1, 4), questionsOf(2, 3), questionsOf(3, 0))).toEqual({
      subject: 'Math',
      levelId: 'l5',
      level: 'Math 5',
      chapter: 2,
      reason: 'Chapter 2 is the first with less than 80% right (60%).',
    })
  })

  test('suggests the previous level below 40%, and the next level if every chapter is known', () => {
    expect(suggested(questionsOf(1, 1))).toMatchObject({ levelId: 'l4', chapter: null, subject: 'Math' })
    expect(suggested(questionsOf(1, 5), questionsOf(2, 4))).toMatchObject({ levelId: 'l6', chapter: 1 })
  })

  test('suggests no level beyond the first or the last one of the course', () => {
    const alone = { ...around, before: null, after: null }
    expect(reportOf(questionsOf(1, 0), alone).suggestion).toMatchObject({ levelId: 'l5', chapter: 1 })
    expect(reportOf(questionsOf(1, 5), alone).suggestion).toMatchObject({ levelId: null, level: 'Math 5' })
  })
})
