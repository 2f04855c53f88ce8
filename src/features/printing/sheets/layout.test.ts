import { describe, expect, test } from 'vitest'
import { layOut, pageRules, papers, roomOf, sheetsIn, usualPaper } from './layout.ts'

/** Returns stacked blocks of these heights. A string means a heading. */
function stacked(...heights: (number | string)[]) {
  let at = 0
  return heights.map((height) => {
    const top = at
    at += Number(height)
    return { top, bottom: at, stays: typeof height === 'string' }
  })
}
const sheetsOf = (...heights: (number | string)[]) =>
  layOut(stacked(...heights), 100).map(({ sheet }) => sheet)

describe('blocks on sheets that are 100 units tall', () => {
  test('fill one sheet after another and are never split', () => {
    expect(sheetsOf(40, 60, 1, 99, 50)).toEqual([0, 0, 1, 1, 2])
    expect(layOut(stacked(40, 50, 30), 100).map(({ first, left }) => [first, left])).toEqual([
      [false, 60],
      [false, 10],
      [true, 70],
    ])
  })
  test('a heading stays with the block below it', () => expect(sheetsOf(80, '15', 20)).toEqual([0, 1, 1]))
  test('blocks side by side stay together', () => {
    const [a, b, c] = stacked(80, 15, 40)
    const beside = { top: 80, bottom: 120, stays: false }
    expect(layOut([a!, b!, beside, { ...c!, top: 120, bottom: 130 }], 100).map(({ sheet }) => sheet)).toEqual(
      [0, 1, 1, 1],
    )
  })
  test('a block taller than a sheet is scaled down, and split only if it is much taller', () => {
    const [wide, next] = layOut(stacked(125, 10), 100)
    expect([wide?.scale, wide?.breaks, next?.sheet]).toEqual([0.8, false, 1])
    const [far, after] = layOut(stacked(300, 10), 100)
    expect([far?.scale, far?.breaks, far?.sheet, after?.sheet]).toEqual([0.6, true, 1, 1])
  })
  test('without blocks there are no sheets', () => expect(sheetsIn(layOut([], 100))).toBe(0))
})

test('an A4 sheet holds more than a Letter sheet', () =>
  expect(roomOf(papers.a4)).toBeGreaterThan(roomOf(papers.letter)))

test('a sheet has its number and the number of all sheets in its footer', () =>
  expect(pageRules(papers.a4, [])).toContain('content: "Page " counter(page) " of " counter(pages) ""'))

test('a name in a sheet’s header is treated as text, whatever it contains', () => {
  const rules = pageRules(papers.letter, [{ left: '"} * { color: red } \\ Ünit 1', right: '</style>' }])
  expect(rules).toContain('size: 8.5in 11in')
  expect(rules).toContain('"\\22 \\7d  \\2a  \\7b  color\\3a  red \\7d  \\5c  Ünit 1"')
  expect(rules).not.toContain('</style>')
})

test.each([
  ['en-US', 'letter'],
  ['en', 'letter'],
  ['es-MX', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
] as const)('people whose language is %s print on %s', (language, paper) =>
  expect(usualPaper(language)).toBe(paper),
)
