import type { AnswerKey, Given, Shown } from '../rules.ts'
import { fr } from './fr/bubbles.ts'
import type { GivenOf, Kind, ShownOf } from './given.ts'
import { hotspot } from './hotspot/bubbles.ts'
import { mc } from './mc/bubbles.ts'

/** An answer read from bubbles. `isClear` is false if the filled bubbles contradict each other. */
type ReadAnswer<G = Given> = { given: G; isClear: boolean }

/**
 * Reads answers of one kind from filled bubbles on paper. `filled` lists the names of the filled bubbles, as
 * in the `data-bubble` attributes of the printed question. `digits` lists the indexes of the parts that are
 * answered with digit bubbles, because their right answers are short whole numbers.
 */
export type BubbleReader<K extends Kind> = {
  /** Returns the indexes of the parts whose right answers are short whole numbers. */
  digitsOf: (key: Extract<AnswerKey, { kind: K }>) => number[]
  /** True if the question can be answered with bubbles alone. */
  isReadable: (shown: ShownOf<K>, digits: readonly number[]) => boolean
  /** Returns the answer given by filled bubbles. Leaves out bubbles that contradict each other. */
  read: (shown: ShownOf<K>, filled: readonly string[]) => ReadAnswer<GivenOf<K>>
}

/** Kinds that can be answered with bubbles. All others are answered in handwriting. */
const kinds: { [K in Kind]?: BubbleReader<K> } = { fr, mc, hotspot }

/** Returns the indexes of the parts of a question whose right answers are short whole numbers. */
export const digitsOf = (key: AnswerKey): number[] => kinds[key.kind]?.digitsOf(key as never) ?? []

/** Returns true if a question can be answered with bubbles alone. */
export const hasBubbles = (shown: Shown, digits: readonly number[]): boolean =>
  kinds[shown.kind]?.isReadable(shown as never, digits) ?? false

/** Returns the answer given by filled bubbles. Returns null for a kind without bubbles. */
export const givenIn = (shown: Shown, filled: readonly string[]): ReadAnswer | null =>
  kinds[shown.kind]?.read(shown as never, filled) ?? null
