import type { Drawing, PartGiven } from '../verdict.ts'
import type { GivenKind, GivenOf, ShownOf } from '../given.ts'

export type ShownPart = ShownOf<'fr'>['parts'][number]
export type AnsweredPart = Exclude<ShownPart, { kind: 'label' }>

export const isAnswered = (part: ShownPart): part is AnsweredPart => part.kind !== 'label'

/** Returns true for parts that have a number: all but labels and scratch work. */
export const isNumbered = ({ kind }: { kind: string }) => kind !== 'label' && kind !== 'work'

/**
 * Returns the number of the part with this index. Only numbered parts count, so `parts` may leave out labels.
 */
export const partNumber = (parts: readonly { kind: string }[], at: number) =>
  parts.slice(0, at + 1).filter(isNumbered).length

const answeredPartsOf = ({ parts }: ShownOf<'fr'>) => parts.filter(isAnswered)

const noWork: Drawing = { text: '', strokes: [] }

/** Returns true if a part has a drawing, or text written next to one. */
export const isDrawn = (given: PartGiven) =>
  typeof given !== 'string' && (given.strokes.length > 0 || given.text.trim() !== '')
const isFilled = (given: PartGiven) => (typeof given === 'string' ? given.trim() !== '' : isDrawn(given))

/**
 * Returns true if all parts are answered. Scratch work may be left empty, unless there is nothing else to
 * answer.
 */
function isComplete(shown: ShownOf<'fr'>, { parts }: GivenOf<'fr'>) {
  const needed = parts.filter((_, at) => answeredPartsOf(shown)[at]?.kind !== 'work')
  return needed.length > 0 ? needed.every(isFilled) : parts.some(isFilled)
}

export const fr: GivenKind<'fr'> = {
  empty: (shown) => ({
    kind: 'fr',
    parts: answeredPartsOf(shown).map(({ kind }): PartGiven => (kind === 'work' ? noWork : '')),
  }),
  fits: (shown, { parts }) =>
    answeredPartsOf(shown).length === parts.length &&
    answeredPartsOf(shown).every(({ kind }, at) => (kind === 'work') === (typeof parts[at] !== 'string')),
  isBlank: ({ parts }) => !parts.some(isFilled),
  isComplete,
  typed: ({ parts }) => parts.filter((part) => typeof part === 'string').join(', '),
  hasOtherForms: true,
}

/** A part with its index among all parts, and among the parts that take an answer. */
export type PlacedPart = { part: ShownPart; at: number; mine: number }

/**
 * Arranges the parts in lines, which flow like text. If several parts are right-aligned, as in column
 * arithmetic, each of them ends a line, and the lines are stacked.
 */
export function linesOf(parts: readonly ShownPart[]): { columns: boolean; lines: PlacedPart[][] } {
  const placed = parts.map((part, at) => ({ part, at, mine: parts.slice(0, at).filter(isAnswered).length }))
  const isRight = ({ part }: PlacedPart) => 'rightAlign' in part && part.rightAlign === true
  if (placed.filter(isRight).length < 2) return { columns: false, lines: [placed] }
  const lines: PlacedPart[][] = [[]]
  for (const each of placed) {
    lines.at(-1)?.push(each)
    if (isRight(each)) lines.push([])
  }
  return { columns: true, lines: lines.filter(({ length }) => length > 0) }
}
