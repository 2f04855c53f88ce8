import { z } from 'zod'
import { t } from '#shared/language.ts'
import { spoken } from '#shared/spoken.ts'
import { isScored, PartGiven, type PartVerdict, type RenderContent, textOf } from '../verdict.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { dotted, foldText } from '../text.ts'
import { angle } from './angle.ts'
import { isDrawn, partNumber } from './given.ts'
import { followExample, followFaults } from './follow-faults.ts'
import { withFollowThrough } from './follow-through.ts'
import { expression } from './expression.ts'
import { interval } from './interval.ts'
import { label } from './label.ts'
import { letter } from './letter.ts'
import { line } from './line.ts'
import { manual } from './manual.ts'
import { number } from './number.ts'
import { select } from './select.ts'
import { combinedStatus, unread } from './whole-verdict.ts'
import { words } from './words.ts'
import { work } from './work.ts'

/** Kinds of parts. Each has its own file and an entry here. Kinds that take no answer have no `grade`. */
const partKinds = { label, manual, work, select, number, letter, expression, words, line, angle, interval }

export const Part = z.discriminatedUnion('kind', [
  label.key,
  manual.key,
  work.key,
  select.key,
  number.key,
  letter.key,
  expression.key,
  words.key,
  line.key,
  angle.key,
  interval.key,
])
export type Part = z.infer<typeof Part>
const ShownPart = z.discriminatedUnion('kind', [
  label.shown,
  manual.shown,
  work.shown,
  select.shown,
  number.shown,
  letter.shown,
  expression.shown,
  words.shown,
  line.shown,
  angle.shown,
  interval.shown,
])
type ShownPart = z.infer<typeof ShownPart>

const Given = z.strictObject({ kind: z.literal('fr'), parts: z.array(PartGiven).max(50) })
const Key = z.strictObject({
  kind: z.literal('fr'),
  parts: z.array(Part).min(1).max(50),
  /** Number of columns if the parts are the cells of a table, row by row. */
  columns: z.int().min(2).max(8).optional(),
  mistakes: mistakesOf(Given),
})
const Shown = z.object({
  kind: z.literal('fr'),
  parts: z.array(ShownPart),
  columns: z.int().optional(),
})

type Key = z.infer<typeof Key>
type Shown = z.infer<typeof Shown>
type Given = z.infer<typeof Given>

type AnswerPart = Exclude<Part, { kind: 'label' }>

const isAnswered = (part: Part): part is AnswerPart => 'grade' in partKinds[part.kind]

const answered = ({ parts }: Key) => parts.filter(isAnswered)

/** Returns true for scratch work, which is drawn, is never scored, and doesn't delay a verdict. */
const isWork = ({ kind }: { kind: string }) => kind === 'work'

/**
 * Explains why an answer doesn't fit the question, or returns null. The answer needs one entry for each part
 * except labels, in order (reliability B14).
 */
function checkGiven(key: Key, { parts }: Given) {
  const wanted = answered(key)
  if (parts.length !== wanted.length) {
    if (parts.length === key.parts.length)
      return 'Labels have no answer. Send one entry for each of the other parts.'
    return `This question has ${wanted.length} ${wanted.length === 1 ? 'part' : 'parts'} to answer, but the answer has ${parts.length}.`
  }
  const misfit = wanted.findIndex((part, at) => isWork(part) === (typeof parts[at] === 'string'))
  if (misfit < 0) return null
  return `Part ${misfit + 1} needs ${isWork(wanted[misfit] as AnswerPart) ? 'a drawing, not text' : 'text, not a drawing'}.`
}

const gradePart = (part: AnswerPart, given: PartGiven | undefined): PartVerdict =>
  partKinds[part.kind].grade(part as never, textOf(given))

const weightOf = (part: AnswerPart) => (part.kind === 'work' ? 0 : (part.weight ?? 1))

/**
 * Combines the verdicts on the parts. The score is the weighted mean of the scores of those parts for which
 * `count` is true.
 */
function judged(
  answeredParts: readonly AnswerPart[],
  parts: readonly PartVerdict[],
  count: (part: PartVerdict) => boolean,
) {
  const weighed = parts.map((part, at) => ({
    part,
    weight: count(part) ? weightOf(answeredParts[at] as AnswerPart) : 0,
  }))
  const weights = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const score =
    weights > 0 ? weighed.reduce((sum, { part, weight }) => sum + weight * part.score, 0) / weights : 0
  const shown = parts.filter((_, at) => !isWork(answeredParts[at] as AnswerPart))
  return { status: combinedStatus(shown, score), score, parts: [...parts] }
}

/** Grades each part. A part that follows from the student's answers to earlier parts counts as right. */
function gradeParts(key: Key, given: Given) {
  const answeredParts = answered(key)
  const verdicts = answeredParts.map((part, at) => gradePart(part, given.parts[at]))
  return withFollowThrough(answeredParts, given.parts.map(textOf), verdicts)
}

/** Grades every part. One unreadable part makes the whole answer `invalid`. */
function grade(key: Key, given: Given) {
  const parts = gradeParts(key, given)
  return parts.some(({ status }) => status === 'invalid')
    ? unread(parts)
    : judged(answered(key), parts, isScored)
}

/**
 * Grades a final answer: unreadable parts count as wrong, and the others are scored. The answer is `invalid`
 * only if no part can be read.
 */
function gradeAtLast(key: Key, given: Given) {
  const answeredParts = answered(key)
  const parts = gradeParts(key, given)
  const shown = parts.filter((_, at) => !isWork(answeredParts[at] as AnswerPart))
  const unreadable = shown.length > 0 && shown.every(({ status }) => status === 'invalid')
  return unreadable ? unread(parts) : judged(answeredParts, parts, ({ status }) => status !== 'ungraded')
}

/** Returns the weights of the answered parts in the question's score, in order. Scratch work has weight 0. */
const weights = (key: Key) => answered(key).map(weightOf)

const solutionPart = (part: AnswerPart): PartGiven => partKinds[part.kind].solution(part as never)
const showPart = (part: Part, rendered: RenderContent): ShownPart =>
  partKinds[part.kind].show(part as never, rendered)

function textsOfPart(part: Part): string[] {
  const kind = partKinds[part.kind]
  return 'texts' in kind ? kind.texts(part as never) : []
}

function tableFaults({ columns, parts }: Key) {
  if (columns === undefined) return []
  if (parts.some(isWork)) return ['There is no room for work in a table. Use a different kind of part.']
  return parts.length % columns === 0 ? [] : ['The last row of the table isn’t complete.']
}

function check(key: Key) {
  const parts = answered(key)
  return parts.length === 0
    ? ['There is no part that students answer.']
    : [
        ...tableFaults(key),
        ...parts.flatMap((part, at) => [
          ...partKinds[part.kind].check(part as never),
          ...followFaults(parts, at),
        ]),
      ]
}

const maxSamples = 20

/** Returns answers in which a part with a formula follows from wrong answers to earlier parts. */
const followSamples = (key: Key, model: readonly PartGiven[]) =>
  answered(key).flatMap((_, at) => {
    const texts = followExample(answered(key), at)
    const parts = model.map((text, index) => texts?.get(index) ?? text)
    return gradeParts(key, { kind: 'fr', parts })[at]?.follows ? [parts] : []
  })

/**
 * Returns sample answers: first those that replace one part of the model answer with that part's first
 * sample, then wrong answers from which a later part follows, then those with second samples, and so on.
 */
function samples(key: Key): Given[] {
  const parts = answered(key)
  const model = parts.map(solutionPart)
  const lists = parts.map((part, at) =>
    partKinds[part.kind].samples(part as never).map((sample) => model.with(at, sample)),
  )
  const rounds = Math.max(0, ...lists.map(({ length }) => length))
  const all = Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((list) => (list[round] ? [list[round]] : [])),
  )
    .toSpliced(1, 0, followSamples(key, model))
    .flat()
  const distinct = new Map(all.map((given) => [JSON.stringify(given), given]))
  return [...distinct.values()].slice(0, maxSamples).map((given) => ({ kind: 'fr', parts: given }))
}

const wordsOf = ({ parts }: Given) => parts.map(textOf).join(', ')
const partWords = (part: AnswerPart, given: PartGiven) =>
  part.kind === 'select' ? (part.options[Number(textOf(given))] ?? textOf(given)) : textOf(given)

/**
 * Describes an answer for the author. If only one of several parts differs from the model answer, names just
 * that part.
 */
function authorWords(key: Key, given: Given) {
  const parts = answered(key)
  if (parts.length !== given.parts.length) return wordsOf(given)
  const differs = (part: AnswerPart, at: number) =>
    JSON.stringify(given.parts[at]) !== JSON.stringify(solutionPart(part))
  const others = parts.flatMap((part, at) => (differs(part, at) ? [at] : []))
  const texts = given.parts.map((text, at) => partWords(parts[at] as AnswerPart, text))
  const [at = 0] = others
  return parts.length > 1 && others.length === 1
    ? t('Part {num}: {text}', { num: partNumber(parts, at), text: texts[at] ?? '' })
    : texts.join(', ')
}

const hasAliases = (
  part: Part,
): part is Extract<AnswerPart, { value: string; hasAlias?: string[] | undefined }> =>
  ['number', 'letter', 'expression', 'words', 'line', 'angle', 'interval'].includes(part.kind)

/**
 * Adds the answer to each wrong part as an alias of that part, except for parts that follow from others.
 * Returns null if a wrong part can't have aliases.
 */
function accept(key: Key, given: Given): Key | null {
  const verdicts = gradeParts(key, given)
  const wrong = new Map<Part, string>(
    answered(key).flatMap((part, at) => {
      const right = isWork(part) || verdicts[at]?.status === 'correct'
      return right ? [] : [[part, textOf(given.parts[at])] as const]
    }),
  )
  if (![...wrong.keys()].every(hasAliases)) return null
  const accepting = (part: Part) =>
    wrong.has(part) && hasAliases(part)
      ? { ...part, hasAlias: [...(part.hasAlias ?? []), (wrong.get(part) ?? '').trim()] }
      : part
  return { ...key, parts: key.parts.map(accepting) }
}

/** Returns a part whose only right answer is this value. */
const onlyAccepting = (part: Extract<AnswerPart, { value: string }>, value: string): AnswerPart =>
  part.kind === 'words' ? { ...part, value, hasAlias: [], patterns: [] } : { ...part, value, hasAlias: [] }

/**
 * Returns true if an answer matches a listed mistake, that is, has an equal value in every part that the
 * mistake fills in. Parts that the mistake leaves empty match anything. An answer that only follows from an
 * earlier one isn't a mistake, unless the mistake also fills in another part that is wrong. `verdicts` are
 * those on the parts of the answer.
 */
function repeats(key: Key, listed: Given, given: Given, verdicts: readonly PartVerdict[]) {
  const filled = answered(key).flatMap((part, at) => {
    const wrong = textOf(listed.parts[at]).trim()
    const [text, graded] = [textOf(given.parts[at]), verdicts[at]]
    return isWork(part) || wrong === '' ? [] : [{ part, wrong, text, graded }]
  })
  const isEqual = ({ part, wrong, text }: (typeof filled)[number]) =>
    foldText(text) === foldText(wrong) ||
    (hasAliases(part) && gradePart(onlyAccepting(part, wrong), text).status === 'correct')
  const onlyFollows =
    filled.some(({ graded }) => graded?.follows) &&
    !filled.some(({ graded }) => graded?.status === 'incorrect')
  return filled.length > 0 && !onlyFollows && filled.every(isEqual)
}

/** Returns the typed parts of a listed mistake. Leaves out drop-down choices and drawings. */
const typedParts = (key: Key, given: Given): TypedPart<Given>[] =>
  answered(key).flatMap((part, at, all) => {
    const text = given.parts[at]
    const change = (next: string) => ({ ...given, parts: given.parts.with(at, next) })
    if (part.kind === 'select' || typeof text !== 'string') return []
    return [{ num: partNumber(all, at), text, change }]
  })

const folded = (part: PartGiven) =>
  typeof part === 'string' ? foldText(part) : { text: foldText(part.text), strokes: part.strokes }

/** Returns an answer in one line, with the text of chosen options. */
function textOfParts(shown: Shown, { parts }: Given) {
  const fields = shown.parts.filter(({ kind }) => kind !== 'label')
  const textOfPart = (part: PartGiven, at: number) => {
    const field = fields[at]
    const option = field?.kind === 'select' ? field.options[Number(textOf(part))] : undefined
    return option ? spoken(option.content) : textOf(part)
  }
  return parts.map(textOfPart).join(', ').trim()
}

/** Free response, which is made of parts (spec §3). */
export const fr = {
  key: Key,
  shown: Shown,
  given: Given,
  texts: ({ parts }: Key) => parts.flatMap(textsOfPart),
  show: ({ kind, columns, parts }: Key, rendered: RenderContent): Shown => ({
    kind,
    columns,
    parts: parts.map((part) => showPart(part, rendered)),
  }),
  solution: (key: Key): Given => ({ kind: 'fr', parts: answered(key).map(solutionPart) }),
  checkGiven,
  grade,
  gradeAtLast,
  repeats,
  typedParts,
  likeness: ({ parts }: Given) => JSON.stringify(parts.map(folded)),
  text: textOfParts,
  drawings: ({ parts }: Given) => parts.filter((part) => typeof part !== 'string'),
  needsFields: ({ parts }: Shown, given: Given) =>
    given.parts.some(isDrawn) || parts.some(({ kind }) => kind === 'expression'),
  weights,
  check,
  samples,
  words: wordsOf,
  authorWords,
  accept,
  withoutBlanks: (key: Key): Key => ({
    ...key,
    parts: key.parts.map((part) =>
      part.kind === 'select' ? { ...part, options: part.options.map(dotted) } : part,
    ),
  }),
  canBeDrawn: (_: Key) => true,
  countAnswers: ({ parts }: Key) =>
    parts.reduce(
      (sum, part) =>
        sum +
        1 +
        ('hasAlias' in part ? (part.hasAlias?.length ?? 0) : 0) +
        ('patterns' in part ? (part.patterns?.length ?? 0) : 0),
      1,
    ),
}
