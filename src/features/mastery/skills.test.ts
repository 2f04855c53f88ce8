import { describe, expect, test } from 'vitest'
import { type AnsweredQuestion, chanceOf, evidence, estimateAt } from './estimate.ts'
import { type PracticedQuestion, shownSkill, skillsOf } from './skills.ts'

const day = 86_400_000

/**
 * Returns answers in one section, six a week: `1` is right on the first try, `2` on the second, `h` on the
 * first with a hint, `0` never.
 */
const answers = (pattern: string, { sectionId = 's', difficulty = 0 } = {}): PracticedQuestion[] =>
  [...pattern].map((each, at) => ({
    sectionId,
    workId: `${sectionId} ${Math.floor(at / 6)}`,
    at: Math.floor(at / 6) * 7 * day + at,
    tries: each === '2' ? 2 : each === '0' ? 3 : 1,
    solved: each !== '0',
    hints: each === 'h' ? 1 : 0,
    difficulty,
  }))
const skill = (practiced: PracticedQuestion[], sectionId = 's') => {
  const found = skillsOf(practiced).get(sectionId)
  if (!found) throw new Error('There is no estimate.')
  return found
}
const levelAfter = (pattern: string) => {
  const found = skill(answers(pattern))
  return shownSkill(found, found.at).level
}
const chanceAfter = (pattern: string, more = {}) => chanceOf(skill(answers(pattern, more)))

test.each([
  ['1', 'started'],
  ['11', 'started'],
  ['00', 'started'],
  ['000', 'learning'],
  ['222222', 'learning'],
  ['100100', 'learning'],
  ['101101', 'close'],
  ['111111', 'close'],
  ['11111111', 'mastered'],
  ['111011111111', 'mastered'],
  // A mastered section stays mastered.
  ['11111111000', 'mastered'],
])('after the answers %s, a section is “%s”', (pattern, level) => {
  expect(levelAfter(pattern)).toBe(level)
})

describe('an estimate', () => {
  test.each<[string, Partial<AnsweredQuestion>, number]>([
    ['a right first try', {}, 1],
    ['a right first try with a hint', { hints: 2 }, 0.5],
    ['a right second try', { tries: 2 }, 0.1],
    ['a right third try', { tries: 3 }, 0.05],
    ['no right answer', { tries: 3, solved: false }, 0],
  ])('gives %s a weight of $2', (_, more, share) => {
    expect(evidence({ solved: true, tries: 1, hints: 0, ...more })).toBeCloseTo(share)
  })

  test.each([
    ['more right answers', '1111', '111'],
    ['a right answer instead of a wrong one', '1111', '1110'],
    ['no hint instead of one', '1111', '11h1'],
    ['a right first try instead of a right second one', '1111', '1121'],
  ])('is higher with %s', (_, more, less) => {
    expect(chanceAfter(more)).toBeGreaterThan(chanceAfter(less))
  })

  test('is higher if the questions were harder', () => {
    expect(chanceAfter('111', { difficulty: 1 })).toBeGreaterThan(chanceAfter('111', { difficulty: -1 }))
  })

  test('of a new section starts at the child’s usual ability', () => {
    const after = (pattern: string) =>
      chanceOf(
        skill(
          [
            ...answers(pattern),
            ...answers('1', { sectionId: 'new' }).map((each) => ({ ...each, at: 60 * day })),
          ],
          'new',
        ),
      )
    expect(after('111111')).toBeGreaterThan(after('000000') + 0.15)
  })

  test('declines over time, more slowly after more practice, and becomes less certain', () => {
    const [short, long] = [skill(answers('11110111')), skill(answers('1111011111110111'))]
    const lost = (of: typeof short) => of.ability - estimateAt(of, of.at + 90 * day).ability
    expect(lost(short)).toBeGreaterThan(0)
    expect(lost(long) / (long.ability - long.start)).toBeLessThan(lost(short) / (short.ability - short.start))
    expect(estimateAt(short, short.at + 90 * day).variance).toBeGreaterThan(short.variance)
    expect(estimateAt(short, short.at)).toEqual(short)
  })

  test('stays finite, whatever the answers', () => {
    for (const pattern of ['1'.repeat(2000), '0'.repeat(2000), '10'.repeat(1000)]) {
      const { ability, variance } = skill(answers(pattern))
      expect(Number.isFinite(ability) && variance > 0).toBe(true)
      expect(chanceAfter(pattern)).toBeGreaterThan(0.04)
      expect(chanceAfter(pattern)).toBeLessThan(0.96)
    }
  })
})

describe('the next review of a section', () => {
  const daysUntilDue = (pattern: string) => {
    const { dueAt, at } = skill(answers(pattern))
    return ((dueAt ?? 0) - at) / day
  }
  test('is due later after each success, and immediately after a failure', () => {
    const [once, twice, thrice] = [
      daysUntilDue('111111'),
      daysUntilDue('111111111111'),
      daysUntilDue('111111111111111111'),
    ]
    expect(once).toBeGreaterThan(3)
    expect(twice).toBeGreaterThan(once)
    expect(thrice).toBeGreaterThan(twice)
    expect(daysUntilDue('111111000000')).toBeLessThan(2)
  })

  test('is shown for mastered sections only', () => {
    const [well, badly] = [skill(answers('111111111111')), skill(answers('000000000000'))]
    expect(shownSkill(well, well.at).isDue).toBe(false)
    expect(shownSkill(well, well.at + 400 * day)).toMatchObject({ level: 'mastered', isDue: true })
    expect(shownSkill(badly, badly.at + 400 * day)).toMatchObject({ level: 'learning', isDue: false })
  })
})
