import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { defaultsApi } from '#features/accounts/defaults/api.ts'
import type { Draft } from '#features/questions/api.ts'
import type { Faults } from '../draft.ts'
import type { GraphSettings } from '../../kinds/graph/settings.ts'
import type { AnswerKey, Texts } from '#features/questions/rules.ts'
import { Segments } from '#ui/Segments.tsx'
import { read } from '#web/api.ts'
import { ChoicesForm } from '../../kinds/mc/ChoicesForm.tsx'
import { GraphForm } from '../../kinds/graph/GraphForm.tsx'
import { PartsForm } from '../../kinds/fr/form/PartsForm.tsx'
import { type AnswerKind, answerKinds, answerKindWords, emptyKey } from './answer-kinds.ts'
import { SentenceForm } from '../../kinds/sentence/SentenceForm.tsx'
import style from './AnswerForm.module.css'

type AnswerFormProps = {
  draft: Draft
  set: (part: Partial<Draft>) => void
  faults: Faults
  /** How the texts of the key look, by their source. */
  texts: Texts
}

/** The papers that a graph begins with (spec §9), by their kind. */
export type GraphPresets = Record<'positive' | 'cartesian' | 'line' | 'plot', GraphSettings>

/** What the answer of a question is, and what is right. */
export function AnswerForm({ draft, set, faults, texts }: AnswerFormProps) {
  const { answers } = draft
  const { data } = useQuery({ ...read(defaultsApi.list, { name: 'graphs' }), staleTime: Infinity })
  const presets = data?.data as GraphPresets | undefined
  // Who looks at another kind and comes back finds what was there.
  const [left, setLeft] = useState<Partial<Record<AnswerKind, AnswerKey>>>({})
  const begun = (kind: AnswerKind): AnswerKey | null => {
    if (kind !== 'graph') return emptyKey(kind)
    return presets ? { kind, drawType: 'point', graphType: 'cartesian', labeled: false, settings: presets.cartesian, answer: [] } : null
  }
  const choose = (kind: AnswerKind) => {
    const next = left[kind] ?? begun(kind)
    setLeft({ ...left, [answers.kind]: answers })
    if (next) set({ answers: next })
  }
  return (
    <>
      <Segments
        label="Kind of answer"
        segments={answerKinds.map((value) => ({ value, label: answerKindWords[value], disabled: value === 'graph' && !presets }))}
        value={answers.kind}
        onChange={choose}
      />
      {answers.kind === 'fr' && <PartsForm parts={answers.parts} draft={draft} set={set} faults={faults} texts={texts} />}
      {answers.kind === 'mc' && <ChoicesForm answers={answers} set={(next) => set({ answers: next })} />}
      {answers.kind === 'sentence' && <SentenceForm answers={answers} set={(next) => set({ answers: next })} />}
      {answers.kind === 'graph' && <GraphForm answers={answers} presets={presets} set={(next) => set({ answers: next })} />}
      {faults['answers']?.map((says) => (
        <p key={says} className={style.fault}>
          <CircleAlert size={16} aria-hidden /> {says}
        </p>
      ))}
    </>
  )
}
