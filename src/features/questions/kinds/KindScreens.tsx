import type { ComponentType } from 'react'
import type { Draft } from '#features/questions/api.ts'
import type { KeyOf, Texts } from '#features/questions/rules.ts'
import type { Fields } from '../answering/fields.ts'
import type { Faults } from '../editing/draft.ts'
import type { Kind, ShownOf } from './given.ts'
import type { GraphSettings } from './graph/settings.ts'
import * as screens from './Screens.tsx'

/** Papers that a graph begins with (spec §9), by their kind. */
export type GraphPresets = Record<'positive' | 'cartesian' | 'line' | 'plot', GraphSettings>

/** Props of the form of every kind. */
export type FormProps<K extends Kind = Kind> = {
  answers: KeyOf<K>
  draft: Draft
  set: (part: Partial<Draft>) => void
  faults: Faults
  /** Rendered texts of the key by their source. */
  texts: Texts
  /** Undefined until they are loaded. */
  presets: GraphPresets | undefined
}

/** Amount of writing space on paper. */
export type WorkSpace = 'none' | 'normal' | 'roomy'
export type BlanksProps<K extends Kind = Kind> = { shown: ShownOf<K>; space: WorkSpace }
export type RightAnswerProps<K extends Kind = Kind> = { answers: KeyOf<K>; texts: Texts }

/** A question on paper: space to answer it, and the right answer in short form for the answer key. */
export type Printed<K extends Kind = Kind> = {
  Blanks: ComponentType<BlanksProps<K>>
  RightAnswer: ComponentType<RightAnswerProps<K>>
}

/** Screens of one kind of answer. What only some questions or pages need loads when it is needed. */
export type KindScreens<K extends Kind> = {
  /** Name for authors. */
  label: string
  /** Position in the authors' menu. */
  rank: number
  /** Returns a key with nothing in it; null as long as the presets it needs aren't loaded. */
  empty: (presets: GraphPresets | undefined) => KeyOf<K> | null
  /** Fields for an answer. */
  Fields: ComponentType<Fields<K>>
  /** True if the fields have keys or tools of their own next to the question. */
  hasTools: (shown: ShownOf<K>) => boolean
  /** Loaders of the chunks that a question's fields need. */
  needs: (shown: ShownOf<K>) => (() => Promise<unknown>)[]
  /** Fields for the key, for authors. */
  Form: ComponentType<FormProps<K>>
  printed: () => Promise<Printed<K>>
}

export const kindScreens: { [K in Kind]: KindScreens<K> } = screens

/** Kinds in the order in which authors choose from them. */
export const answerKinds = (Object.keys(kindScreens) as Kind[]).toSorted(
  (a, b) => kindScreens[a].rank - kindScreens[b].rank,
)

export const printedOf = (kind: Kind) => kindScreens[kind].printed() as Promise<unknown> as Promise<Printed>

export const hasTools = <K extends Kind>(shown: ShownOf<K>) =>
  (kindScreens[shown.kind] as KindScreens<K>).hasTools(shown)

/** Preloads what a question needs before it is shown, because the network may be gone by then. */
export function prepare<K extends Kind>(shown: ShownOf<K>) {
  const { needs } = kindScreens[shown.kind] as KindScreens<K>
  for (const load of needs(shown)) load().catch(() => {})
}
