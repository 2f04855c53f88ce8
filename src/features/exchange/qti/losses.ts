import type { QuestionEntry } from '#features/exchange/rules.ts'
import type { Part } from '#features/questions/kinds/fr/fr.ts'
import { withoutPunctuation } from '#features/questions/kinds/sentence/sentence.ts'
import type { AnswerKey } from '#features/questions/rules.ts'
import { fillKey, fillMarkdown } from '#features/questions/variants/filling.ts'
import { variantsOf } from '#features/questions/variants/variants.ts'

/** A question on its way out; of its hint it matters only whether there is one. */
export type Asked = Pick<QuestionEntry, 'instructions' | 'content' | 'answers' | 'visual' | 'variables' | 'tests'> & { hint: unknown }

/** What a package can't hold, in words; the first ones leave out the whole question. */
const losses = {
  graph: 'Graphs: the question is left out, because QTI has none that is like it.',
  noForm: 'Random questions without a form that can be shown are left out.',
  tiles: 'Sentences that their words to put in order don’t make up are left out.',
  onlyWork: 'Questions that ask for scratch work alone are left out.',
  variables: 'Random questions come as their first form.',
  hint: 'Hints.',
  tests: 'The answers that authors test a question with.',
  work: 'Paper for scratch work.',
  tolerance: 'How far off a number may be.',
  form: 'The form that an answer is asked for in.',
  letters: 'Letters that an expression may have besides those of its answer.',
  notation: 'Other ways to write the same number, expression or name: other systems compare letter by letter.',
  weight: 'How much a part weighs.',
  tooltip: 'Help that shows while a part is answered.',
  rightAlign: 'Parts set to the right.',
  punctuation: 'Punctuation and capital letters of a sentence, where they aren’t on its words, and that they count.',
  sentences: 'Other right sentences where words are put in order.',
} as const
export type Loss = keyof typeof losses
const whole: readonly Loss[] = ['graph', 'noForm', 'tiles', 'onlyWork']

/** A loss in words. */
export const lossInWords = (loss: Loss): string => losses[loss]

const partLosses: Partial<Record<string, Loss>> = {
  tolerance: 'tolerance',
  form: 'form',
  variables: 'letters',
  weight: 'weight',
  tooltip: 'tooltip',
  rightAlign: 'rightAlign',
}

function ofPart(part: Part): Loss[] {
  if (part.kind === 'work') return ['work']
  const flags = Object.entries(part).flatMap(([name, value]) => (value !== undefined && value !== false && partLosses[name]) || [])
  return ['number', 'expression', 'line', 'angle'].includes(part.kind) ? [...flags, 'notation'] : flags
}

const bare = (text: string) => withoutPunctuation(text).toLowerCase()

/** The places of the words that make up a sentence, one after another, the longest that fits first; null when they don't. */
export function tilesOf({ value, words = [] }: { value: string; words?: readonly string[] | undefined }): number[] | null {
  const tiles = words.map((word, at) => ({ at, text: bare(word) })).filter(({ text }) => text !== '')
  const left = tiles.toSorted((a, b) => b.text.length - a.text.length || a.at - b.at)
  const laid: number[] = []
  for (let rest = bare(value); rest !== '';) {
    const next = left.findIndex(({ text }) => rest === text || rest.startsWith(`${text} `))
    const [tile] = next < 0 ? [] : left.splice(next, 1)
    if (!tile) return null
    laid.push(tile.at)
    rest = rest.slice(tile.text.length + 1)
  }
  return laid
}

function ofKey(key: AnswerKey): Loss[] {
  if (key.kind === 'graph') return ['graph']
  if (key.kind === 'mc') return []
  if (key.kind === 'fr')
    return key.parts.every(({ kind }) => kind === 'work' || kind === 'label') ? ['onlyWork'] : key.parts.flatMap(ofPart)
  if (!key.words) return key.punctuation ? ['punctuation'] : []
  const { words, hasAlias = [] } = key
  const laid = tilesOf(key)
  if (!laid) return ['tiles']
  const isExact = laid.map((at) => words[at]).join(' ') === key.value && !key.punctuation && !key.caseSensitive
  return [...(isExact ? [] : ['punctuation' as const]), ...(hasAlias.length > 0 ? ['sentences' as const] : [])]
}

/** A random question as its first form; null when there is none. */
function formOf<Q extends Asked>(question: Q): Q | null {
  if (!question.variables) return question
  const [first] = variantsOf(question.variables).variants
  const { key = null } = first ? fillKey(question.answers, first) : {}
  if (!first || !key) return null
  const [instructions, content] = [fillMarkdown(question.instructions, first).text, fillMarkdown(question.content, first).text]
  return { ...question, instructions, content, answers: key }
}

/** A question as it can go into a package, or null, and what of it is lost. Pure. */
export function packed<Q extends Asked>(question: Q): { question: Q | null; losses: Loss[] } {
  const form = formOf(question)
  if (!form) return { question: null, losses: ['noForm'] }
  const ofAnswers = [...new Set(ofKey(form.answers))]
  const left = ofAnswers.find((loss) => whole.includes(loss))
  if (left) return { question: null, losses: [left] }
  const beside: Loss[] = [
    ...(question.variables ? ['variables' as const] : []),
    ...(question.hint === null ? [] : ['hint' as const]),
    ...(question.tests.length > 0 ? ['tests' as const] : []),
  ]
  return { question: form, losses: [...beside, ...ofAnswers] }
}
