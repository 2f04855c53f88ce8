import type { Draft } from '../../api.ts'
import { reordered } from '../tests/test-rows.ts'
import type { Form } from '#math/forms.ts'
import type { NumberForm } from '#math/number-forms.ts'
import { withMovedLetters } from '../../kinds/fr/follow-through.ts'
import type { Part } from '../../kinds/fr/fr.ts'
import type { PartGiven } from '../../kinds/verdict.ts'
import type { KeyOf } from '../../rules.ts'

/**
 * Kinds of parts. This file has their names and initial values, and functions that convert, add, remove and
 * reorder parts.
 */
export type PartKind = Part['kind']

export const partKindWords: Record<PartKind, string> = {
  number: 'Number',
  expression: 'Expression',
  interval: 'Interval or set of numbers',
  words: 'Words',
  letter: 'Letter',
  select: 'Choice from a list',
  line: 'Line, segment or ray',
  angle: 'Angle',
  label: 'Text',
  manual: 'Graded by a person',
  work: 'Space for work',
}
export const partKinds = Object.keys(partKindWords) as PartKind[]

/** Labels of the required forms of a number. */
export const numberFormWords: Record<NumberForm, string> = {
  integer: 'Whole number',
  decimal: 'Decimal',
  fraction: 'Fraction',
  reduced: 'Fraction in lowest terms',
  improper: 'Improper fraction',
  proper: 'Proper fraction in lowest terms',
  mixed: 'Mixed number in lowest terms',
  percent: 'Percent',
  scientific: 'Scientific notation',
}

/** Labels of the required forms of an expression. */
export const formWords: Record<Form, string> = {
  simplified: 'Simplified',
  expanded: 'Expanded',
  factored: 'Factored',
  completedSquare: 'Completed square',
  partialFractions: 'Partial fractions',
  singleFraction: 'Single fraction',
  pi: 'In terms of π',
  ...numberFormWords,
  same: 'Exactly as written',
}

export function emptyPart(kind: PartKind): Part {
  switch (kind) {
    case 'label':
      return { kind, text: '' }
    case 'select':
      return { kind, options: ['', ''], correct: 0 }
    case 'line':
      return { kind, figure: 'segment', value: '' }
    case 'manual':
    case 'work':
      return { kind }
    default:
      return { kind, value: '' }
  }
}

const looks = ['tooltip', 'rightAlign', 'isSuper', 'weight', 'caseSensitive', 'allowPercent'] as const
/** Defines which kinds of parts have each optional field. */
const has: Record<(typeof looks)[number], (kind: PartKind) => boolean> = {
  tooltip: (kind) => kind !== 'label',
  rightAlign: (kind) => kind !== 'label' && kind !== 'work',
  isSuper: (kind) => kind !== 'label' && kind !== 'work',
  weight: (kind) => kind !== 'label' && kind !== 'work',
  caseSensitive: (kind) => kind === 'letter' || kind === 'words' || kind === 'line' || kind === 'angle',
  allowPercent: (kind) => kind === 'number' || kind === 'expression',
}
/** Returns true if parts of a kind have this optional field. */
export const partHas = (look: keyof typeof has, kind: PartKind) => has[look](kind)

/** Converts a part to another kind, keeping the fields that both have. */
export function asKind(part: Part, kind: PartKind): Part {
  if (part.kind === kind) return part
  const next = emptyPart(kind)
  const kept: Record<string, unknown> = {}
  for (const look of looks) if (look in part && has[look](kind)) kept[look] = part[look as keyof Part]
  if ('value' in part && 'value' in next) kept['value'] = part.value
  if ('hasAlias' in part && 'value' in next) kept['hasAlias'] = part.hasAlias
  const text = part.kind === 'label' ? part.text : 'prompt' in part ? part.prompt : undefined
  if (text && kind === 'label') kept['text'] = text
  if (text && (kind === 'manual' || kind === 'work')) kept['prompt'] = text
  return { ...next, ...kept }
}

/** Maps the index of each answerable part to its index among the answerable parts only. */
export function placesOf(parts: readonly Part[]) {
  const places = new Map<number, number>()
  for (const [at, part] of parts.entries()) if (part.kind !== 'label') places.set(at, places.size)
  return places
}

type FrKey = KeyOf<'fr'>

/**
 * Replaces the parts of a key, and adapts its formulas and mistakes. `order` lists the old indexes of the
 * remaining parts; new parts come last. In the mistakes, the answers to new parts and scratch work are empty.
 */
export function withKeyParts(key: FrKey, parts: Part[], order: readonly number[]): FrKey {
  const places = placesOf(key.parts)
  const partOf = (given: readonly PartGiven[], part: Part, at: number): PartGiven[] => {
    if (part.kind === 'label') return []
    if (part.kind === 'work') return [{ text: '', strokes: [] }]
    const before = given[places.get(order[at] ?? -1) ?? -1]
    return [typeof before === 'string' ? before : '']
  }
  const mistakes = key.mistakes?.map(({ given, message }) => ({
    given: { kind: 'fr' as const, parts: parts.flatMap((part, at) => partOf(given.parts, part, at)) },
    message,
  }))
  return { ...key, parts: withMovedLetters(key.parts, parts, order), ...(mistakes && { mistakes }) }
}

/**
 * Reorders or removes parts of a draft and updates its tests and mistakes. `order` lists the old indexes of
 * the parts to keep, in their new order.
 */
export function withParts(
  key: FrKey,
  tests: Draft['tests'],
  order: readonly number[],
): Pick<Draft, 'answers' | 'tests'> {
  const places = placesOf(key.parts)
  return {
    answers: withKeyParts(
      key,
      order.flatMap((at) => key.parts[at] ?? []),
      order,
    ),
    tests: reordered(
      tests,
      order.flatMap((at) => places.get(at) ?? []),
    ),
  }
}

/** Updates the indexes of the right choices after the choice at `removed` was removed. */
export const withoutPlace = (right: readonly number[], removed: number) =>
  right.filter((at) => at !== removed).map((at) => (at > removed ? at - 1 : at))

/**
 * Updates indexes of choices or areas after some were moved or removed, and sorts the result. The index of a
 * removed one becomes -1. `order` lists the old indexes in the new order.
 */
export const placesIn = (right: readonly number[], order: readonly number[]) =>
  right.map((at) => order.indexOf(at)).toSorted((one, other) => one - other)

export const maxOptions = 20

/** Index of the right option if none is marked. A part with this index can't be stored. */
export const noneRight = -1

type Options = Pick<Extract<Part, { kind: 'select' }>, 'options' | 'correct'>

/**
 * Adds a group of options at the end, except those already listed, and removes empty options. Cuts the list
 * off at the maximum. `order` lists the old indexes of the remaining options.
 */
export function withGroup({ options, correct }: Options, group: readonly string[]) {
  const order = options.flatMap((text, at) => (text.trim() === '' ? [] : [at]))
  const kept = order.map((at) => options[at] ?? '')
  const added = group.filter((text) => !kept.includes(text))
  return { options: [...kept, ...added].slice(0, maxOptions), correct: order.indexOf(correct), order }
}
