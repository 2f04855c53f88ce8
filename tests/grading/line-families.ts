import type { AnswerKey } from '#features/questions/rules.ts'
import { nonzero, signed, whole } from './chance.ts'
import type { QuestionPair } from './families.ts'
import { one, type Roll } from './formula.ts'

/** Solutions line by line. The lines are calculated here with whole numbers, independently of the engine. */

/** The line px + q = rx + t, which has one solution because p isn't r. */
type Line = { p: number; q: number; r: number; t: number }

const written = (roll: Roll, { p, q, r, t }: Line) => {
  const [left, right] = [`${p}x ${signed(q)}`, r === 0 ? String(t) : `${r}x ${signed(t)}`]
  return roll(4) === 0 ? `${right} = ${left}` : `${left} = ${right}`
}

/** Applies one operation to both sides of a line, which preserves its solution. */
function next(roll: Roll, { p, q, r, t }: Line): Line {
  const n = nonzero(roll, 5)
  return one<() => Line>(roll, [
    () => ({ p, q: q + n, r, t: t + n }),
    () => ({ p: p + n, q, r: r + n, t }),
    () => ({ p: n * p, q: n * q, r: n * r, t: n * t }),
  ])()
}

type Goal = Extract<AnswerKey, { kind: 'derivation' }>['goal']

const solution = (start: string, value: string, goal: Goal, lines: string[]): QuestionPair => ({
  key: `${start} ⟹ ${value}`,
  given: lines.join(' ⟹ '),
  asked: { kind: 'derivation', start, goal, value, most: 20 },
  answered: { kind: 'derivation', lines },
})

function linearLines(roll: Roll, isRight: boolean): QuestionPair {
  const [root, factor] = [whole(roll, 9), nonzero(roll, 9)]
  const q = whole(roll, 20)
  const lines: Line[] = [{ p: factor, q, r: 0, t: factor * root + q }]
  for (let more = 1 + roll(4); more > 0; more -= 1) lines.push(next(roll, lines.at(-1) as Line))
  const last = isRight ? root : one(roll, [root, root, root + nonzero(roll, 4)])
  if (!isRight && last === root) {
    // Changing a number on one side changes the solution. So this line doesn't follow from the one before,
    // and the last line doesn't follow from this one.
    const at = 1 + roll(lines.length - 1)
    const line = lines[at] as Line
    lines[at] = { ...line, t: line.t + nonzero(roll, 6) }
  }
  const [start = '', ...rest] = lines.map((line) => written(roll, line))
  return solution(start, `x = ${root}`, 'solved', [...rest, `x = ${last}`])
}

const square = (sum: number, product: number, times: number) =>
  `${times === 1 ? '' : times}x^2 ${signed(-times * sum)}x ${signed(times * product)}`

function quadraticLines(roll: Roll, isRight: boolean): QuestionPair {
  const [p, q] = [nonzero(roll, 9), nonzero(roll, 9)]
  if (p === q) return quadraticLines(roll, isRight)
  const between = [1, 1 + roll(4)].map((times) => `${square(p + q, p * q, times)} = 0`)
  const [start, value] = [`(x ${signed(-p)})(x ${signed(-q)}) = 0`, `x = ${p} or x = ${q}`]
  const end = isRight
    ? one(roll, [value, `x = ${q} or x = ${p}`])
    : one(roll, [`x = ${p}`, `x = ${q}`, `x = ${-p} or x = ${q}`, `${value} or x = ${p + q + 20}`, 'x = x'])
  return solution(start, value, 'solved', [...between.slice(0, 1 + roll(2)), end])
}

function expandedLines(roll: Roll, isRight: boolean): QuestionPair {
  const [a, b] = [nonzero(roll, 9), nonzero(roll, 9)]
  // Avoid lines with 0x, 1x or -1x, which aren't simplified.
  if (Math.abs(a + b) < 2) return expandedLines(roll, isRight)
  const lines = [`x^2 ${signed(a)}x ${signed(b)}x ${signed(a * b)}`, `x^2 ${signed(a + b)}x ${signed(a * b)}`]
  const value = lines[1] as string
  if (!isRight) {
    const off = nonzero(roll, 5)
    const at = roll(2)
    lines[at] = one(roll, [
      `x^2 ${signed(a + b + off)}x ${signed(a * b)}`,
      `x^2 ${signed(a + b)}x ${signed(a * b + off)}`,
    ])
  }
  return solution(`(x ${signed(a)})(x ${signed(b)})`, value, 'expanded', lines)
}

export const linesOfSolution = (roll: Roll, isRight: boolean) =>
  one(roll, [linearLines, linearLines, quadraticLines, expandedLines])(roll, isRight)
