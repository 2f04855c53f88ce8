import type { ComponentType } from 'react'
import type { Draft } from '../api.ts'
import type { KeyOf, Texts } from '../rules.ts'
import type { Fields } from '../answering/fields.ts'
import type { Faults } from '../editing/draft.ts'
import type { Kind, ShownOf } from './given.ts'
import type { GraphSettings } from './graph/settings.ts'
import * as screens from './Screens.tsx'

/** Initial settings for each kind of graph paper (spec §9). */
export type GraphPresets = Record<'positive' | 'cartesian' | 'line' | 'plot', GraphSettings>

/** Props of the form of every kind. */
export type FormProps<K extends Kind = Kind> = {
  answers: KeyOf<K>
  draft: Draft
  set: (part: Partial<Draft>) => void
  faults: Faults
  /** Rendered versions of the key's texts, by their source. */
  texts: Texts
  /** Undefined until the presets are loaded. */
  presets: GraphPresets | undefined
}

/** Amount of writing space on paper. */
export type WorkSpace = 'none' | 'normal' | 'roomy'
export type BlanksProps<K extends Kind = Kind> = {
  shown: ShownOf<K>
  space: WorkSpace
  /**
   * Prints bubbles that can be read from a photograph: for choices, and for the digits of answers to the
   * parts whose indexes are in `digits`. If null or undefined, prints blanks to write on.
   */
  bubbles?: { digits: readonly number[] } | null
}
export type RightAnswerProps<K extends Kind = Kind> = { answers: KeyOf<K>; texts: Texts }

/**
 * Components for a printed question: space for the answer, and the right answer in short form for the answer
 * key.
 */
export type Printed<K extends Kind = Kind> = {
  Blanks: ComponentType<BlanksProps<K>>
  RightAnswer: ComponentType<RightAnswerProps<K>>
}

/** Components of one answer kind. Those that only some questions or pages need are loaded on demand. */
export type KindScreens<K extends Kind> = {
  /** Name shown to authors. */
  label: string
  /** Position in the menu for authors. */
  rank: number
  /** Returns an empty key, or null if it needs presets that aren't loaded yet. */
  empty: (presets: GraphPresets | undefined) => KeyOf<K> | null
  /** Fields for the student's answer. */
  Fields: ComponentType<Fields<K>>
  /** Returns true if the fields show their own keys or tools next to the question. */
  hasTools: (shown: ShownOf<K>) => boolean
  /** Returns functions that load the code for a question's fields. */
  needs: (shown: ShownOf<K>) => (() => Promise<unknown>)[]
  printed: () => Promise<Printed<K>>
}

export const kindScreens: { [K in Kind]: KindScreens<K> } = screens

/** Kinds in the order in which they are offered to authors. */
export const answerKinds = (Object.keys(kindScreens) as Kind[]).toSorted(
  (a, b) => kindScreens[a].rank - kindScreens[b].rank,
)

export const printedOf = (kind: Kind) => kindScreens[kind].printed() as Promise<unknown> as Promise<Printed>

export const hasTools = <K extends Kind>(shown: ShownOf<K>) =>
  (kindScreens[shown.kind] as KindScreens<K>).hasTools(shown)

/** Preloads the chunks that a question needs, because the connection may be lost by the time it is shown. */
export function prepare<K extends Kind>(shown: ShownOf<K>) {
  const { needs } = kindScreens[shown.kind] as KindScreens<K>
  for (const load of needs(shown)) load().catch(() => {})
}
