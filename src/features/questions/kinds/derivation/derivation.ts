import { z } from 'zod'
import { compareLines } from '#math/follows.ts'
import { latexOf } from '#math/latex.ts'
import { longest } from '#math/number.ts'
import { read } from '#math/parse.ts'
import { samplesOf } from '#math/samples.ts'
import { nameOfAnswer } from '#math/shapes.ts'
import { type Answer, itemsOf, lettersOf, PastBounds, treesOf, type Work } from '#math/tree.ts'
import { Content } from '#shared/content.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { foldText } from '../text.ts'
import { type Drawing, type PartVerdict, type RenderContent, verdict } from '../verdict.ts'
import { goalFault, gradeLines, type Task } from './lines.ts'

export const maxLines = 20

const Given = z.strictObject({
  kind: z.literal('derivation'),
  /** Lines after the given one, as typed text or TeX. Blank lines are skipped. */
  lines: z.array(z.string().max(500)).max(maxLines),
})
type Given = z.infer<typeof Given>

const Goal = z.enum(['solved', 'simplified', 'expanded', 'factored'])
const Written = z.string().min(1).max(longest.text)

const Key = z.strictObject({
  kind: z.literal('derivation'),
  /** First line, which students see: an equation or inequality to solve, or an expression. */
  start: Written,
  goal: Goal,
  /** Last line of the model solution. */
  value: Written,
  /** Maximum number of lines that students may write. */
  most: z.int().min(1).max(maxLines),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

const Shown = z.object({
  kind: z.literal('derivation'),
  start: Content,
  goal: Goal,
  most: z.int(),
  symbols: z.array(z.string()),
})

/** Returns Markdown that displays a line of the key as a formula. */
export const formulaOfLine = (line: string) => `$${latexOf(line)?.trim() ?? line.replaceAll('$', '')}$`

const parsed = (text: string): Answer | null => {
  const found = read(text)
  return found.ok ? found.answer : null
}

function taskOf({ start, value, goal }: Key): Task | null {
  const [first, last] = [parsed(start), parsed(value)]
  return first && last ? { start: first, last, goal } : null
}

const given = (...lines: string[]): Given => ({ kind: 'derivation', lines })

function judged(key: Key, { lines }: Given, isLast: boolean) {
  const task = taskOf(key)
  const parts: PartVerdict[] = task ? gradeLines(task, lines, isLast) : [verdict('ungraded', '')]
  const { status, score } = parts[0] ?? verdict('ungraded', '')
  return { status, score, parts }
}

const isRelation = (answer: Answer) => itemsOf(answer).every(({ is }) => is === 'relation')

/** Lists the reasons why the first and last lines don't fit together. `text` is the last line. */
function taskFaults(task: Task, { value: text }: Key, work: Work): string[] {
  const { start, last, goal } = task
  const areRelations = goal === 'solved'
  if (
    [start, last].some((line) => isRelation(line) !== areRelations || (!areRelations && line.is !== 'value'))
  )
    return [
      areRelations
        ? 'If the goal is “Solved”, the first and last lines must be equations or inequalities.'
        : 'If the goal is another form, the first and last lines must be expressions.',
    ]
  const letters = lettersOf(treesOf(start))
  if (lettersOf(treesOf(last)).some((letter) => !letters.includes(letter)))
    return ['The last line has letters that the first line doesn’t have.']
  if (nameOfAnswer(start) === nameOfAnswer(last))
    return ['The first line is already the same as the last line.']
  const sameness = compareLines(start, last, { seed: text, work })
  if (sameness === 'different') return ['The last line doesn’t follow from the first line.']
  if (sameness === 'unknown')
    return ['We can’t check automatically whether the last line follows from the first line.']
  const fault = goalFault(task, last, work)
  return fault ? [`The last line, “${text}”, doesn’t reach the goal yet: ${fault}.`] : []
}

/** Lists the faults of a key, one sentence each. */
function check(key: Key): string[] {
  for (const [name, text] of [
    ['first', key.start],
    ['last', key.value],
  ] as const) {
    const found = read(text)
    if (!found.ok)
      return [
        name === 'first'
          ? `The first line “${text}” can’t be read. ${found.reason}`
          : `The last line “${text}” can’t be read. ${found.reason}`,
      ]
  }
  const task = taskOf(key)
  try {
    return task ? taskFaults(task, key, { left: 80_000 }) : []
  } catch (error) {
    if (error instanceof PastBounds)
      return ['We can’t check automatically whether the last line follows from the first line.']
    throw error
  }
}

/**
 * Returns sample answers: the last line alone, in other notations and as near misses; the first line alone;
 * and the first line followed by the last.
 */
function samples({ start, value }: Key): Given[] {
  const last = parsed(value)
  return [
    ...(last ? samplesOf(value, last) : [value]).map((line) => given(line)),
    given(start),
    given(start, value),
  ]
    .filter(
      (each, at, all) => all.findIndex((other) => other.lines.join('\n') === each.lines.join('\n')) === at,
    )
    .slice(-20)
}

const written = ({ lines }: Given) => lines.map(foldText).filter((line) => line !== '')
const likeness = (answer: Given) => JSON.stringify(written(answer))
const words = (answer: Given) => written(answer).join('; ')

/** A solution written line by line. Each line must follow from the one before (product §7). */
export const derivation = {
  key: Key,
  shown: Shown,
  given: Given,
  texts: ({ start, value }: Key): string[] => [formulaOfLine(start), formulaOfLine(value)],
  show: ({ kind, start, goal, most }: Key, rendered: RenderContent) => {
    const first = parsed(start)
    const symbols = first ? lettersOf(treesOf(first)) : []
    return { kind, start: rendered(formulaOfLine(start)), goal, most, symbols }
  },
  solution: ({ value }: Key): Given => given(value),
  checkGiven: ({ most }: Key, { lines }: Given): string | null =>
    lines.length > most ? `This question has room for ${most} lines.` : null,
  grade: (key: Key, answer: Given) => judged(key, answer, false),
  gradeAtLast: (key: Key, answer: Given) => judged(key, answer, true),
  repeats: (_: Key, listed: Given, answer: Given) => likeness(listed) === likeness(answer),
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  /**
   * Only the verdict on the whole solution, which comes first, counts toward the score. The verdicts on the
   * lines have no weight.
   */
  weights: (_: Key) => [1],
  check,
  samples,
  likeness,
  text: (_: unknown, answer: Given) => words(answer),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: unknown, _given: Given) => true,
  words,
  authorWords: (_: Key, answer: Given) => words(answer),
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key) => key,
  canBeDrawn: (_: Key) => true,
  countAnswers: (_: Key) => 2,
}
