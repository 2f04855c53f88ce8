import {
  checkKey,
  countAnswers,
  mistakeFaults,
  testFaults,
  textsOf,
  type AnswerKey,
  type QuestionTest,
  type Texts,
} from './rules.ts'
import { runInWorker } from '#server/worker-thread.ts'
import { type MathBudget, typeset as typesetMarkup } from '#server/markup.ts'
import { fillKey, fillMarkdown, valuesInWords } from './variants/filling.ts'
import type { Values } from '#math/exact.ts'
import { maxStored, spread, type Variables, variantsOf } from './variants/variants.ts'
import type { Draft, TypesetText, TypesetDraft } from './revision-queries.ts'

/**
 * Limits for the math in one question, and in all of its stored variants together, in characters of TeX (see
 * `MathBudget`). They keep the output to a few hundred kilobytes.
 */
const maxMath = { question: 16_000, variants: 24_000 }

/** Renders all displayed texts of a question. The result is stored and never rendered again. */
function typesetOne(
  { instructions, source, key }: Pick<Draft, 'instructions' | 'source' | 'key'>,
  room: MathBudget,
): TypesetText {
  const { content, faults } = typesetMarkup(source, room)
  const texts: Texts = {}
  const sources = new Set([...textsOf(key), instructions].filter((text) => text !== ''))
  for (const text of sources) {
    const read = typesetMarkup(text, room)
    texts[text] = read.content
    faults.push(...read.faults)
  }
  if (source.trim() === '') faults.unshift('The question has no content.')
  return { content, texts, faults }
}

/** Fills in the values of one variant. The key is null if it can't be filled in or isn't valid afterward. */
function filledDraft({ instructions, source, key }: Draft, values: Values) {
  const [filledInstructions, filledContent, filledKey] = [
    fillMarkdown(instructions, values),
    fillMarkdown(source, values),
    fillKey(key, values),
  ]
  const faults = [
    ...filledInstructions.faults,
    ...filledContent.faults,
    ...filledKey.faults,
    ...(filledKey.key ? checkKey(filledKey.key) : []),
  ]
  return {
    values: valuesInWords(values),
    instructions: filledInstructions.text,
    source: filledContent.text,
    key: filledKey.key,
    faults,
  }
}

/**
 * Renders a draft's texts with the values of one variant. The keys of the result are the source texts with
 * their placeholders.
 */
function textsAt({ instructions, key }: Draft, values: Values): Texts {
  const room = { left: maxMath.question }
  const sources = [...textsOf(key), instructions].filter((text) => text !== '')
  return Object.fromEntries(
    sources.map((text) => [text, typesetMarkup(fillMarkdown(text, values).text, room).content]),
  )
}

const maxFaults = 3

/**
 * Limits for the placeholders in one question, and for the right answers parsed while checking its variants.
 */
const maxHoles = 300

const maxReadings = 2400

const minChecked = 12

const holesIn = (draft: Draft) =>
  JSON.stringify([draft.instructions, draft.source, draft.key]).split('{{').length - 1

/**
 * Fills in a draft for all of its variants. If it has many right answers, uses only an evenly spread
 * selection of the variants.
 */
function filledVariants(draft: Draft, variables: Variables) {
  if (holesIn(draft) > maxHoles)
    return { variants: [], faults: [`There are more than ${maxHoles} placeholders for values.`], filled: [] }
  const { variants, faults } = variantsOf(variables)
  const looked = spread(variants, Math.max(minChecked, Math.floor(maxReadings / countAnswers(draft.key))))
  return { variants: looked, faults, filled: looked.map((values) => filledDraft(draft, values)) }
}

/** Checks the variants and renders those to be stored. The draft itself is displayed as its first variant. */
function typesetVariants(draft: Draft, variables: Variables): TypesetDraft {
  const { variants, faults, filled } = filledVariants(draft, variables)
  const bad = filled.filter((each) => each.faults.length > 0).slice(0, maxFaults)
  const room = { left: maxMath.variants }
  const shown = spread(filled, maxStored).flatMap(({ key, ...each }, at) => {
    if (!key) return []
    const set = typesetOne({ ...each, key }, room)
    return [{ ...each, key, num: at + 1, content: set.content, texts: set.texts, faults: set.faults }]
  })
  const unshown = shown
    .filter((each) => each.faults.length > 0 && !bad.some(({ values }) => values === each.values))
    .slice(0, maxFaults)
  const [first] = variants
  return {
    content: shown[0]?.content ?? typesetMarkup(draft.source).content,
    texts: first ? textsAt(draft, first) : {},
    faults: [...faults, ...[...bad, ...unshown].map(({ values, faults: [why] }) => `With ${values}: ${why}`)],
    variants: shown.map(({ faults: _, source: __, ...variant }) => variant),
  }
}

/**
 * Renders and checks a draft, with its variants if it has variables. Runs in bounded time, and never throws.
 */
export function typesetDraft(draft: Draft): TypesetDraft {
  if (draft.variables) return typesetVariants(draft, draft.variables)
  const shown = typesetOne(draft, { left: maxMath.question })
  return { ...shown, faults: [...shown.faults, ...checkKey(draft.key)], variants: [] }
}

const here = import.meta.url
/**
 * Maximum length of a draft that is typeset in the main thread, in characters over all stored variants.
 * Longer ones use a worker thread, because formulas can grow to 130 times the size of their source.
 */
const quick = 2000

/** Returns true if typesetting a draft with its variants takes a lot of time and memory. */
export const isLong = ({ instructions, source, key, variables }: Draft) =>
  JSON.stringify([instructions, source, key]).length * (variables ? maxStored : 1) > quick

/**
 * Typesets a draft without blocking other requests; a long one takes a quarter of a second. Throws 503 if too
 * many drafts are waiting.
 */
export async function typeset(draft: Draft): Promise<TypesetDraft> {
  const { instructions, source, key, variables } = draft
  return isLong(draft)
    ? await runInWorker<TypesetDraft>(here, 'typesetDraft', [{ instructions, source, key, variables }])
    : typesetDraft(draft)
}

/**
 * Lists the reasons why a draft can't be used: rendering faults, faults of its key and failing tests. Tests
 * of a random question use its first variant. The listed mistakes of a random question aren't checked,
 * because they may be right with some values.
 */
export const faultsOf = (set: TypesetDraft, key: AnswerKey, tests: readonly QuestionTest[]) => [
  ...set.faults,
  ...(set.variants.length === 0 ? mistakeFaults(key) : []),
  ...testFaults(set.variants[0]?.key ?? key, tests),
]
