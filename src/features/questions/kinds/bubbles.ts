import type { Given, Shown } from '../rules.ts'
import { fr } from './fr/bubbles.ts'
import type { GivenOf, Kind, ShownOf } from './given.ts'
import { mc } from './mc/bubbles.ts'

/**
 * Answers of one kind as filled bubbles on paper. `filled` lists the names of filled bubbles, which the
 * printed question sets as `data-bubble`.
 */
export type BubbleReader<K extends Kind> = {
  /** True if the question can be answered with bubbles alone. */
  isReadable: (shown: ShownOf<K>) => boolean
  /** Returns the answer that filled bubbles give. Leaves out choices that contradict each other. */
  read: (shown: ShownOf<K>, filled: readonly string[]) => Read<GivenOf<K>>
}

/** An answer read from bubbles. `isClear` is false if some of them contradict each other. */
export type Read<G = Given> = { given: G; isClear: boolean }

/** All other kinds are answered in handwriting. */
const kinds: { [K in Kind]?: BubbleReader<K> } = { fr, mc }

/** True if a question can be answered with bubbles alone. */
export const hasBubbles = (shown: Shown): boolean => kinds[shown.kind]?.isReadable(shown as never) ?? false

/** Returns the answer that these filled bubbles give. Call this only for questions with bubbles. */
export function givenIn(shown: Shown, filled: readonly string[]): Read | null {
  const reader = kinds[shown.kind]
  return reader ? reader.read(shown as never, filled) : null
}
