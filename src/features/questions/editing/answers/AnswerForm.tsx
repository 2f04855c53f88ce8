import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { defaultsApi } from '#features/accounts/defaults/api.ts'
import type { AnswerKey } from '../../rules.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Segments } from '#ui/Segments.tsx'
import { read } from '#web/api.ts'
import type { Kind } from '../../kinds/given.ts'
import { kindForms } from '../../kinds/Forms.tsx'
import { answerKinds, type FormProps, type GraphPresets, kindScreens } from '../../kinds/KindScreens.tsx'
import style from './AnswerForm.module.css'

/** Form in which an author chooses the kind of answer and enters the right answers. */
export function AnswerForm({
  draft,
  set,
  faults,
  texts,
}: Pick<FormProps, 'draft' | 'set' | 'faults' | 'texts'>) {
  const { answers } = draft
  const { data } = useQuery({ ...read(defaultsApi.list, { name: 'graphs' }), staleTime: Infinity })
  const presets = data?.data as GraphPresets | undefined
  // Remembers the keys of other kinds, so that switching back restores them.
  const [left, setLeft] = useState<Partial<Record<Kind, AnswerKey>>>({})
  const choose = (kind: Kind) => {
    const next = left[kind] ?? kindScreens[kind].empty(presets)
    setLeft({ ...left, [answers.kind]: answers })
    if (next) set({ answers: next })
  }
  const Form = kindForms[answers.kind] as ComponentType<FormProps>
  return (
    <>
      <Segments
        label={t('Kind of answer')}
        segments={answerKinds.map((value) => ({
          value,
          label: t(kindScreens[value].label),
          disabled: kindScreens[value].empty(presets) === null,
        }))}
        value={answers.kind}
        onChange={choose}
        wraps
      />
      <Form answers={answers} draft={draft} set={set} faults={faults} texts={texts} presets={presets} />
      {faults['answers']?.map((message) => (
        <p key={message} className={`${style.fault} row top gap-1 error-text`}>
          <CircleAlert size={16} aria-hidden /> {translateSentence(message)}
        </p>
      ))}
    </>
  )
}
