import type { Kind } from '#features/questions/kinds/given.ts'
import type { QuestionEntry } from '../rules.ts'
import type { Part } from '#features/questions/kinds/fr/fr.ts'
import { withoutPunctuation } from '#features/questions/kinds/sentence/sentence.ts'
import type { KeyOf } from '#features/questions/rules.ts'
import { fillKey, fillMarkdown } from '#features/questions/variants/filling.ts'
import { variantsOf } from '#features/questions/variants/variants.ts'

/** A question to export. Only the existence of its hint matters. */
export type ExportedQuestion = Pick<
  QuestionEntry,
  'instructions' | 'content' | 'answers' | 'visual' | 'variables' | 'tests'
> & { hint: unknown }

/** Description of each loss. The first four mean that the whole question is left out. */
const losses = {
  noType:
    'Graphs, number lines, matrices and line-by-line solutions: the question is left out because QTI has no similar type.',
  noForm: 'Random questions without usable values are left out.',
  tiles: 'Sentences that can’t be built from their words are left out.',
  onlyWork: 'Questions that only ask for scratch work are left out.',
  variables: 'Random questions are exported with their first values.',
  hint: 'Hints.',
  tests: 'Answers that authors wrote to test the grading.',
  mistakes: 'Messages about common mistakes.',
  work: 'Scratch paper.',
  tolerance: 'Tolerances.',
  form: 'The form an answer must have.',
  units: 'Other units that are accepted.',
  constant: 'Any constant in an antiderivative: other systems expect the same letter as in the answer.',
  letters: 'Additional letters allowed in an expression.',
  notation:
    'Other ways to write the same number, expression, interval or name: other systems compare character by character.',
  areaNames: 'Names of areas on pictures where students mark points.',
  follows: 'Follow-through: credit for what follows from a wrong answer to an earlier part.',
  weight: 'Weights of parts.',
  tooltip: 'Tooltips on answer fields.',
  patterns: 'Patterns of accepted answers.',
  table: 'Tables: the cells are written one after another on one line.',
  rightAlign: 'Right alignment of parts.',
  punctuation:
    'For sentences: whether punctuation and capital letters count, and any of them that aren’t in the words to arrange.',
  sentences: 'Alternative sentences when words are put in order.',
} as const
export type LossKind = keyof typeof losses
const whole: readonly LossKind[] = ['noType', 'noForm', 'tiles', 'onlyWork']

export const lossInWords = (loss: LossKind): string => losses[loss]

const partLosses: Partial<Record<string, LossKind>> = {
  tolerance: 'tolerance',
  form: 'form',
  convertUnits: 'units',
  variables: 'letters',
  plusConstant: 'constant',
  patterns: 'patterns',
  follows: 'follows',
  weight: 'weight',
  tooltip: 'tooltip',
  rightAlign: 'rightAlign',
}

function ofPart(part: Part): LossKind[] {
  if (part.kind === 'work') return ['work']
  const flags = Object.entries(part).flatMap(
    ([name, value]) => (value !== undefined && value !== false && partLosses[name]) || [],
  )
  return ['number', 'expression', 'line', 'angle', 'interval'].includes(part.kind)
    ? [...flags, 'notation']
    : flags
}

const bare = (text: string) => withoutPunctuation(text).toLowerCase()

type Tile = { at: number; text: string }

/** Maximum number of attempts to build a sentence. An attacker could choose words that need billions. */
const maxAttempts = 10_000

/**
 * Returns the indexes of the words that make up a sentence, preferring longer words. Returns null if it can't
 * be built from them, or not within `maxAttempts` attempts.
 */
export function tilesOf({
  value,
  words = [],
}: {
  value: string
  words?: readonly string[] | undefined
}): number[] | null {
  let attempts = 0
  const lay = (rest: string, tiles: readonly Tile[]): number[] | null => {
    if (rest === '') return []
    const next = tiles.filter(({ text }) => rest === text || rest.startsWith(`${text} `))
    for (const [n, tile] of next.entries()) {
      // Equal words are next to each other here. If one leads nowhere, so does the other.
      if (next[n - 1]?.text === tile.text) continue
      attempts += 1
      if (attempts > maxAttempts) return null
      const others = tiles.filter((each) => each !== tile)
      const laid = lay(rest.slice(tile.text.length + 1), others)
      if (laid) return [tile.at, ...laid]
    }
    return null
  }
  const tiles = words.map((word, at) => ({ at, text: bare(word) })).filter(({ text }) => text !== '')
  return lay(
    bare(value),
    tiles.toSorted((a, b) => b.text.length - a.text.length || a.at - b.at),
  )
}

function ofSentence(key: KeyOf<'sentence'>): LossKind[] {
  if (!key.words) return key.punctuation ? ['punctuation'] : []
  const { words, hasAlias = [] } = key
  const laid = tilesOf(key)
  if (!laid) return ['tiles']
  const isExact =
    laid.map((at) => words[at]).join(' ') === key.value && !key.punctuation && !key.caseSensitive
  return [
    ...(isExact ? [] : ['punctuation' as const]),
    ...(hasAlias.length > 0 ? ['sentences' as const] : []),
  ]
}

const ofParts = ({ parts, columns }: KeyOf<'fr'>): LossKind[] =>
  parts.every(({ kind }) => kind === 'work' || kind === 'label')
    ? ['onlyWork']
    : [...(columns === undefined ? [] : ['table' as const]), ...parts.flatMap(ofPart)]

/** Functions that return what is lost when a key is exported, one for each answer kind that QTI supports. */
const ofKind: { [K in Kind]?: (key: KeyOf<K>) => LossKind[] } = {
  fr: ofParts,
  mc: () => [],
  sentence: ofSentence,
  order: () => [],
  match: () => [],
  hotspot: ({ mode }) => (mode === 'points' ? ['areaNames'] : []),
}

/**
 * Fills the first set of values into a question with variables, or returns null if there is no usable set.
 * Returns other questions unchanged.
 */
function formOf<Q extends ExportedQuestion>(question: Q): Q | null {
  if (!question.variables) return question
  const [first] = variantsOf(question.variables).variants
  const { key = null } = first ? fillKey(question.answers, first) : {}
  if (!first || !key) return null
  const [instructions, content] = [
    fillMarkdown(question.instructions, first).text,
    fillMarkdown(question.content, first).text,
  ]
  return { ...question, instructions, content, answers: key }
}

/**
 * Returns the question as written to a package, or null if it is left out, together with its losses. Pure.
 */
export function exportableQuestion<Q extends ExportedQuestion>(
  question: Q,
): { question: Q | null; losses: LossKind[] } {
  const form = formOf(question)
  if (!form) return { question: null, losses: ['noForm'] }
  const ofAnswers = [...new Set(ofKind[form.answers.kind]?.(form.answers as never) ?? (['noType'] as const))]
  const left = ofAnswers.find((loss) => whole.includes(loss))
  if (left) return { question: null, losses: [left] }
  const beside: LossKind[] = [
    ...(question.variables ? ['variables' as const] : []),
    ...(question.hint === null ? [] : ['hint' as const]),
    ...(question.tests.length > 0 ? ['tests' as const] : []),
    ...(question.answers.mistakes?.length ? ['mistakes' as const] : []),
  ]
  return { question: form, losses: [...beside, ...ofAnswers] }
}
