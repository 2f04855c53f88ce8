import type { ComponentType } from 'react'
import type { Draft } from '#features/questions/api.ts'
import type { GraphSettings } from '../../kinds/graph/settings.ts'
import type { AnswerKey, Texts } from '../../rules.ts'
import type { Faults } from '../draft.ts'

export type AnswerKind = AnswerKey['kind']
export type KeyOf<K extends AnswerKind> = Extract<AnswerKey, { kind: K }>

/** Papers that a graph begins with (spec §9), by their kind. */
export type GraphPresets = Record<'positive' | 'cartesian' | 'line' | 'plot', GraphSettings>

/** Props of the form of every kind. */
export type FormProps<K extends AnswerKind = AnswerKind> = {
  answers: KeyOf<K>
  draft: Draft
  set: (part: Partial<Draft>) => void
  faults: Faults
  /** Rendered texts of the key by their source. */
  texts: Texts
  /** Undefined until they are loaded. */
  presets: GraphPresets | undefined
}

/** Form of one kind of answer, for authors. */
export type KindForm<K extends AnswerKind> = {
  label: string
  /** Returns a key with nothing in it; null as long as the presets it needs aren't loaded. */
  empty: (presets: GraphPresets | undefined) => KeyOf<K> | null
  Form: ComponentType<FormProps<K>>
}
