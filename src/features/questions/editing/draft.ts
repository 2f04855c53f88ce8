import { Draft, type Question } from '../api.ts'
import { followFaults } from '../kinds/fr/follow-faults.ts'
import { type AnswerKey, checkKey, partsOf, testFaults, textsOf } from '../rules.ts'

/**
 * Initial answer of a new question. The form holds a `Draft` as the server accepts it, except that fields may
 * be empty. `tidied` returns the draft to send; `faultsAt` lists the problems by place.
 */
const emptyAnswers: AnswerKey = { kind: 'fr', parts: [{ kind: 'number', value: '' }] }
/** Key to store while there is no answer yet. It makes the question unfinished. */
const noAnswers: AnswerKey = { kind: 'fr', parts: [{ kind: 'label', text: '' }] }

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))

/** Returns the initial draft for a stored question or a new one. */
export function draftOf(question: Question | null): Draft {
  if (!question)
    return {
      instructions: '',
      content: '',
      answers: emptyAnswers,
      hint: null,
      visual: null,
      variables: null,
      tests: [],
    }
  const { instructions, content, hint, visual, variables, tests } = question
  const answers = isSame(question.answers, noAnswers) ? emptyAnswers : question.answers
  return {
    instructions,
    content,
    answers,
    hint,
    visual: visual && { image: visual.image, alt: visual.alt },
    variables,
    tests,
  }
}

/** Fields that aren't sent if they are empty or false, or, for `weight`, 1. */
const optional = new Set(
  'tooltip rightAlign isSuper weight hasAlias patterns caseSensitive form allowPercent unit convertUnits follows tolerance variables prompt lines perChoice punctuation words label mistakes plusConstant sizeByStudent'.split(
    ' ',
  ),
)
/** Lists from which empty lines are removed. In all other lists, the index of a line matters. */
const loose = new Set(['hasAlias', 'patterns', 'variables', 'words', 'constraints', 'values'])

const isNothing = (name: string, value: unknown) =>
  value === undefined ||
  (optional.has(name) &&
    (value === '' ||
      value === false ||
      (name === 'weight' && value === 1) ||
      (Array.isArray(value) && value.length === 0)))

function lean(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const kept = loose.has(name)
      ? value.filter((each) => typeof each !== 'string' || each.trim() !== '')
      : value
    return kept.map((each) => lean(each, ''))
  }
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([field, inner]) => [field, lean(inner, field)] as const)
  return Object.fromEntries(fields.filter(([field, inner]) => !isNothing(field, inner)))
}

/** Removes derived variables that were added but left empty. */
const withoutEmptyLines = (variables: NonNullable<Draft['variables']>) => ({
  ...variables,
  derived: variables.derived.filter(({ name, value }) => name.trim() !== '' || value.trim() !== ''),
})

/** Returns true if the author has started the answer, or if the question has no text yet. */
export const isBegun = ({ content, answers }: Draft) =>
  content.trim() === '' || !isSame(lean(answers, ''), emptyAnswers)

/**
 * Returns the draft to send, without empty optional fields. A question whose answer hasn't been started is
 * stored without an answer.
 */
export const tidied = (draft: Draft): Draft => ({
  ...draft,
  instructions: draft.instructions.trim(),
  content: draft.content.trim(),
  answers: isBegun(draft) ? (lean(draft.answers, '') as AnswerKey) : noAnswers,
  variables:
    draft.variables && withoutEmptyLines(lean(draft.variables, '') as NonNullable<Draft['variables']>),
})

/** Returns true if two drafts would be stored as the same question. */
export const isSameDraft = (one: Draft, other: Draft) => isSame(tidied(one), tidied(other))

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, ordered(inner)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/**
 * Place of a problem: a field of the draft such as `content`, the listed `mistakes`, or a part of the answer
 * by its index, as in `part 0`.
 */
type Place = string
export type Faults = Readonly<Record<Place, readonly string[]>>

const unwritten = 'Write the answer.'
const empty: Record<string, string> = {
  value: unwritten,
  start: 'Write the first line.',
  figure: 'Choose the kind of figure.',
  name: 'Use a single letter for the variable.',
  from: 'Enter the first value.',
  to: 'Enter the last value.',
  step: 'Enter the step.',
  constraints: 'Enter the condition, or remove it.',
  message: 'Say what went wrong, or remove the mistake.',
}

type Path = readonly PropertyKey[]

const letterAt = (index: number) => String.fromCharCode(65 + index)

/** Returns a sentence that explains how to fix a validation error. */
function missing(path: Path, message: string) {
  const [last, before] = [path.at(-1), path.at(-2)]
  if (before === 'options' && typeof last === 'number') return `Write option ${last + 1}.`
  if (before === 'choices' && typeof last === 'number') return `Write choice ${letterAt(last)}.`
  if (last === 'options' || last === 'choices') return 'Add at least two.'
  if (last === 'correct') return 'Mark the right answer.'
  if (last === 'answer' && path.length === 2) return 'Draw the answer, or enter its points.'
  if (last === 'image') return 'Choose the picture.'
  if (last === 'areas') return 'Draw at least one area.'
  if (path.at(-3) === 'areas' && last === 'name') return `Name area ${letterAt(Number(before))}.`
  if (last === 'parts') return 'There is no part that students answer.'
  if (last === 'group') return 'Choose a group for each item.'
  if (last === 'words') return 'Add at least two words.'
  if (path.includes('entries')) return 'Fill in every entry of the matrix.'
  if (before === 'settings') return 'Fill in all the numbers for the axes.'
  if (last === 'x' || last === 'y') return 'Every point needs two numbers.'
  const name = typeof last === 'string' ? last : before
  return /too small|>=1|at least/i.test(message) && typeof name === 'string'
    ? (empty[name] ?? `${name}: ${message}`)
    : `${String(name)}: ${message}`
}

function placeOf([field, inner, index]: Path): Place {
  if (inner === 'mistakes') return 'mistakes'
  if (field === 'answers') return inner === 'parts' && typeof index === 'number' ? `part ${index}` : 'answers'
  return String(field)
}

/** Lists the problems that prevent saving a draft, by place. */
export function missingIn(draft: Draft): Faults {
  const read = Draft.safeParse(tidied(draft))
  if (read.success) return {}
  return gathered(read.error.issues.map(({ path, message }) => [placeOf(path), missing(path, message)]))
}

function gathered(faults: readonly (readonly [Place, string])[]): Record<Place, string[]> {
  const all: Record<Place, string[]> = {}
  for (const [place, message] of faults)
    if (!all[place]?.includes(message)) all[place] = [...(all[place] ?? []), message]
  return all
}

/**
 * Lists the faults of each part's key. Skips random questions, because their keys aren't known until the
 * placeholders are filled in.
 */
function partFaults({ answers, variables }: Draft) {
  if (variables) return []
  const parts = partsOf(answers)
  return parts.flatMap((part, at) => {
    if (part.kind === 'label') return []
    const alone = part.kind === 'number' ? { ...part, follows: undefined } : part
    const faults = [...checkKey({ kind: 'fr', parts: [alone] }), ...followFaults(parts, at)]
    return faults.map((message) => [`part ${at}`, message] as const)
  })
}

/** Returns the place of a fault from the server, found by the text that the fault quotes. */
function quotedAt(draft: Draft, message: string): Place {
  if (/^The answer “.*” should be \w+, but is /s.test(message)) return 'tests'
  if (message.startsWith('The mistake “')) return 'mistakes'
  const quoted = /“(.+?)(?:…)?”/s.exec(message)?.[1]
  if (message.includes('no content') || (quoted && draft.content.includes(quoted))) return 'content'
  if (quoted && draft.instructions.includes(quoted)) return 'instructions'
  const at = quoted
    ? partsOf(draft.answers).findIndex((part) =>
        JSON.stringify(part).includes(JSON.stringify(quoted).slice(1, -1)),
      )
    : -1
  if (at >= 0) return `part ${at}`
  return quoted && !textsOf(draft.answers).some((text) => text.includes(quoted)) && draft.variables
    ? 'variables'
    : 'answers'
}

/** Returns true for faults in texts, which are also reported while the answer is incomplete. */
const isOfTexts = (message: string) => / can’t be shown: |is longer than/.test(message)

/**
 * Lists the problems to fix before a question is finished, by place. `serverFaults` are those that the server
 * found; `isNews` is true if the draft has changed since then.
 */
export function faultsAt(draft: Draft, serverFaults: readonly string[], { isNews = false } = {}): Faults {
  const sent = tidied(draft)
  const gaps = Object.entries(missingIn(draft)).flatMap(([place, messages]) =>
    messages.map((each) => [place, each] as const),
  )
  const ofTexts = serverFaults.filter(isOfTexts).map((message) => [quotedAt(sent, message), message] as const)
  if (gaps.length > 0) return gathered([...gaps, ...ofTexts])
  const parts: (readonly [Place, string])[] = [...partFaults(sent)]
  const tests = sent.variables ? [] : testFaults(sent.answers, sent.tests)
  if (sent.content === '') parts.push(['content', 'The question has no content.'])
  if (!isBegun(draft)) parts.push(['part 0', unwritten])
  const known = new Set([
    ...parts.map(([, message]) => message),
    ...tests,
    ...(isBegun(draft) ? [] : checkKey(noAnswers)),
  ])
  const rest = isNews
    ? ofTexts
    : serverFaults
        .filter((message) => !known.has(message))
        .map((says) => [quotedAt(sent, says), says] as const)
  return gathered([...parts, ...tests.map((message) => ['tests', message] as const), ...rest])
}

/** Leaves out problems with empty fields, for a form that nobody has tried to save yet. */
export function faultsSoFar(draft: Draft, faults: Faults): Faults {
  const gaps = missingIn(draft)
  const isGap = (place: Place, message: string) =>
    gaps[place]?.includes(message) ||
    message === unwritten ||
    (place === 'content' && draft.content.trim() === '')
  return Object.fromEntries(
    Object.entries(faults).map(([place, all]) => [place, all.filter((says) => !isGap(place, says))]),
  )
}

/** Returns a list with one item moved, or an unchanged copy if there is no item at `from`. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  return from in list ? rest.toSpliced(to, 0, list[from] as T) : rest
}
