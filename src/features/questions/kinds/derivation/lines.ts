import { compareLines } from '#math/follows.ts'
import { formFault, solvedLetter } from '#math/forms.ts'
import { type Other, read } from '#math/parse.ts'
import { nameOfAnswer } from '#math/shapes.ts'
import { type Answer, itemsOf, lettersOf, PastBounds, treesOf, type Work } from '#math/tree.ts'
import { t } from '#shared/language.ts'
import { otherwise } from '../fr/expression.ts'
import { strayLetters } from '../fr/stray-letters.ts'
import { type PartVerdict, verdict } from '../verdict.ts'

/** Form that the last line must have. All but `solved` are forms of an expression. */
export type Goal = 'solved' | 'simplified' | 'expanded' | 'factored'

/** First and last line of the model solution, as parsed, and the goal. */
export type Task = { start: Answer; last: Answer; goal: Goal }

/** Maximum number of computation steps for grading all lines of an answer, equivalent to about 25 ms. */
const maxWork = 80_000

/**
 * A line with its number as students see it; the given line is number 1. `before` is the number of the line
 * that it has to follow from. `repeats` is true if it only repeats an earlier line.
 */
type JudgedLine = {
  num: number
  before: number
  verdict: PartVerdict
  answer: Answer | null
  repeats: boolean
}

const isRelation = (answer: Answer) => itemsOf(answer).every(({ is }) => is === 'relation')

/** Explains why a line isn't of the same type as the given one, or returns null if it is. */
function misshapen(start: Answer, line: Answer): string | null {
  if (isRelation(start) === isRelation(line) && itemsOf(line).every(({ is }) => is !== 'tuple')) {
    if (isRelation(start) || line.is === 'value') return null
    return t('There is more than one expression here. Write just one.')
  }
  return isRelation(start)
    ? t('Write it with both sides and a sign between them, such as =, < or >.')
    : t('Write only an expression, without signs such as =, < or >.')
}

const unsure = () =>
  verdict('ungraded', t('This can’t be checked automatically, so a teacher will look at it.'))

/**
 * Compares two lines. If that is inconclusive, and the earlier line is equivalent to the first or last line
 * of the solution, compares the later line with that first or last line instead.
 */
function compare({ start, last }: Task, before: Answer, after: Answer, work: Work) {
  const way = { seed: nameOfAnswer(start), work }
  try {
    const sameness = compareLines(before, after, way)
    if (sameness !== 'unknown') return sameness
    for (const known of [start, last]) {
      if (compareLines(known, before, way) !== 'same') continue
      const again = compareLines(known, after, way)
      if (again !== 'unknown') return again
    }
    return 'unknown'
  } catch (error) {
    if (error instanceof PastBounds) return 'unknown'
    throw error
  }
}

type JudgedStep = { verdict: PartVerdict; answer: Answer | null }

/**
 * Judges whether a line follows from `before`. If its default interpretation doesn't, tries the other
 * interpretations of the text.
 */
function judgeLine(task: Task, text: string, before: Answer, work: Work): JudgedStep {
  const names = lettersOf([...treesOf(task.start), ...treesOf(task.last)])
  const found = read(text, [], null, names)
  if (!found.ok) return { verdict: verdict(found.status, found.reason), answer: null }
  const { answer, others } = found
  const fault =
    strayLetters(text, answer, lettersOf([...treesOf(task.start), ...treesOf(task.last)])) ??
    misshapen(task.start, answer)
  if (fault) return { verdict: verdict('invalid', fault), answer: null }
  const sameness = compare(task, before, answer, work)
  if (sameness === 'same') return { verdict: verdict('correct', ''), answer }
  const otherwiseSame = (other: Other) => {
    const again = read(text, [], other, names)
    return again.ok &&
      !misshapen(task.start, again.answer) &&
      compare(task, before, again.answer, work) === 'same'
      ? again.answer
      : null
  }
  for (const other of others) {
    const again = otherwiseSame(other)
    if (!again) continue
    return other === 'comma'
      ? { verdict: verdict('correct', ''), answer: again }
      : { verdict: verdict('invalid', otherwise[other]), answer: null }
  }
  return { verdict: sameness === 'unknown' ? unsure() : verdict('incorrect', ''), answer }
}

/** Judges each line that isn't blank against the last readable line before it. */
function judgedLines(task: Task, lines: readonly string[], work: Work): JudgedLine[] {
  const all: JudgedLine[] = []
  const known = new Set([nameOfAnswer(task.start)])
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue
    // Lines that can't be read are skipped: the next line has to follow from the last one that can be read.
    const previous = all.findLast((line) => line.answer !== null)
    const { verdict: own, answer } = judgeLine(task, text, previous?.answer ?? task.start, work)
    const name = answer && nameOfAnswer(answer)
    const before = previous?.num ?? 1
    const said =
      own.status === 'incorrect'
        ? { ...own, reason: t('Line {num} doesn’t follow from line {before}.', { num: at + 2, before }) }
        : own
    all.push({ num: at + 2, before, verdict: said, answer, repeats: name !== null && known.has(name) })
    if (name !== null) known.add(name)
  }
  return all
}

/**
 * Explains what a line still lacks to reach the goal, or returns null if it lacks nothing. Returns undefined
 * if the line isn't known to be equivalent to the last line of the model solution.
 */
export function goalFault({ start, last, goal }: Task, line: Answer, work: Work): string | null | undefined {
  if (compare({ start, last, goal }, last, line, work) !== 'same') return undefined
  const isSolved = itemsOf(line).every((item) => item.is === 'relation' && solvedLetter(item) !== null)
  if (goal === 'solved' && !isSolved) return 'get the right letter alone on one side'
  return formFault(goal === 'solved' ? 'simplified' : goal, line, last, work)
}

const rounded = (score: number) => Math.round(score * 1000) / 1000

/**
 * Judges the whole solution (product §7). The score is 1 if every line follows from the one before and the
 * last line reaches the goal. It is 1/2 if the last line is right but some line doesn't follow. Otherwise, it
 * is half of the share of lines that follow; lines that repeat an earlier one don't add to it.
 */
function judgeWhole(task: Task, lines: readonly JudgedLine[], work: Work): PartVerdict {
  const last = lines.at(-1)?.answer
  const fault = last ? goalFault(task, last, work) : undefined
  const wrong = lines.find(({ verdict: { status } }) => status !== 'correct')
  if (!wrong && fault === null) return verdict('correct', t('Right.'))
  const right = lines.filter((line) => line.verdict.status === 'correct' && !line.repeats).length
  const score = fault === null ? 0.5 : rounded((0.5 * right) / lines.length)
  const unfinished = fault
    ? t('Every line follows from the one before, but {but}.', { but: fault })
    : t('Every line follows from the one before, but you aren’t done yet.')
  const reason = wrong ? wrong.verdict.reason : unfinished
  return score > 0 ? { status: 'partial', score, reason } : verdict('incorrect', reason)
}

/**
 * Grades lines. Returns the verdict on the whole solution, then on each line, including blank ones. In a
 * final answer (`isLast`), lines that can't be read count as wrong, but if none can be read, the answer is
 * `invalid`. Never throws.
 */
export function gradeLines(task: Task, lines: readonly string[], isLast: boolean): PartVerdict[] {
  const work = { left: maxWork }
  const all = judgedLines(task, lines, work)
  const at = (line: string, index: number, told: (judged: JudgedLine) => PartVerdict) => {
    const judged = line.trim() === '' ? undefined : all.find(({ num }) => num === index + 2)
    return judged ? told(judged) : verdict('ungraded', '')
  }
  const parts = (told: (judged: JudgedLine) => PartVerdict) =>
    lines.map((line, index) => at(line, index, told))
  const unread = all.filter(({ verdict: { status } }) => status === 'invalid')
  const [first] = unread
  if (all.length === 0) return [verdict('invalid', t('Write the next line first.')), ...parts(() => unsure())]
  if (first && (!isLast || unread.length === all.length)) {
    const { num, verdict: own } = first
    return [
      verdict('invalid', t('Check line {num}: {reason}', { num, reason: own.reason })),
      // An answer that costs no try must not reveal which other lines are right.
      ...parts(({ verdict: each }) => (each.status === 'invalid' ? each : verdict('ungraded', ''))),
    ]
  }
  const told = all.map((line) =>
    line.verdict.status === 'invalid'
      ? { ...line, verdict: verdict('incorrect', line.verdict.reason) }
      : line,
  )
  const each = parts(({ num }) => told.find((line) => line.num === num)?.verdict ?? unsure())
  if (told.some(({ verdict: { status } }) => status === 'ungraded')) return [unsure(), ...each]
  try {
    return [judgeWhole(task, told, work), ...each]
  } catch (error) {
    if (error instanceof PastBounds) return [unsure(), ...each]
    throw error
  }
}
