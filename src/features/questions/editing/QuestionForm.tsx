import type { ReactNode } from 'react'
import type { Draft } from '../api.ts'
import { HintChoice } from '../hints/HintChoice.tsx'
import { longest } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { MistakesForm } from './answers/MistakesForm.tsx'
import { AnswerForm } from './answers/AnswerForm.tsx'
import type { Faults } from './draft.ts'
import type { PreviewState } from './use-preview.ts'
import { VariablesForm } from './variables/VariablesForm.tsx'
import { VisualField } from './VisualField.tsx'
import { MathField } from './writing/MathField.tsx'
import style from './QuestionForm.module.css'

/** Changes some fields of the draft. */
export type SetDraft = (part: Partial<Draft>) => void

type QuestionFormProps = {
  /** Null for a new question. */
  id: string | null
  /** Name under which the question's unsaved input is stored. */
  draftName: string
  draft: Draft
  set: SetDraft
  faults: Faults
  looked: PreviewState
  /** Number of the displayed variant of a random question. */
  variant: number
  onVariant: (num: number) => void
  /** Number of steps in the question's hint. */
  hintSteps: number
}

/** Form for the fields of a question, except for its tests. */
export function QuestionForm({
  id,
  draftName,
  draft,
  set,
  faults,
  looked,
  variant,
  onVariant,
  hintSteps,
}: QuestionFormProps) {
  const at = (place: string) => faults[place]?.map(translateSentence).join(' ') || null
  return (
    <>
      <Box title={t('Question')} hasFault={Boolean(at('content') ?? at('instructions') ?? at('visual'))}>
        <MathField
          label={t('Text')}
          hint={t('Markdown, with TeX between dollar signs: {example}', { example: '$\\frac{1}{2}$' })}
          rows={4}
          maxLength={longest.instructions}
          value={draft.content}
          onChange={(content) => set({ content })}
          error={at('content')}
        />
        <MathField
          label={t('Instructions')}
          required={false}
          rows={2}
          maxLength={longest.instructions}
          value={draft.instructions}
          onChange={(instructions) => set({ instructions })}
          error={at('instructions')}
        />
        <VisualField visual={draft.visual} onChange={(visual) => set({ visual })} error={at('visual')} />
      </Box>
      <Box
        title={t('Answer')}
        hasFault={Object.keys(faults).some((place) => /^(part|answers)/.test(place) && at(place))}
      >
        <AnswerForm draft={draft} set={set} faults={faults} texts={looked.preview?.texts ?? {}} />
      </Box>
      <Box title={t('Common mistakes')} hasFault={Boolean(at('mistakes'))}>
        <MistakesForm id={id} draft={draft} set={set} looked={looked} error={at('mistakes')} />
      </Box>
      <Box title={t('Random values')} hasFault={Boolean(at('variables'))}>
        <VariablesForm
          variables={draft.variables}
          set={set}
          looked={looked}
          variant={variant}
          onVariant={onVariant}
          error={at('variables')}
        />
      </Box>
      <Box title={t('Hint')}>
        <HintChoice
          draftName={draftName}
          hint={draft.hint}
          steps={hintSteps}
          onChange={(hint) => set({ hint })}
        />
      </Box>
    </>
  )
}

function Box({
  title,
  hasFault = false,
  children,
}: {
  title: string
  hasFault?: boolean
  children: ReactNode
}) {
  return (
    <section
      className={`${style.box} card stack gap-3 pad-4`}
      aria-label={title}
      data-fault={hasFault || undefined}
    >
      <h2>{title}</h2>
      {children}
    </section>
  )
}
