import { Switch } from '@mantine/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Draft } from '../../api.ts'
import { TextList } from '../answers/TextList.tsx'
import type { PreviewState } from '../use-preview.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { DerivedVariables, RandomVariables } from './VariableLines.tsx'
import { VariantsTable } from './VariantsTable.tsx'
import style from './Variables.module.css'

type VariablesFormProps = {
  variables: Draft['variables']
  set: (part: Partial<Draft>) => void
  looked: PreviewState
  variant: number
  onVariant: (num: number) => void
  error: string | null
}

const begun: NonNullable<Draft['variables']> = {
  given: [{ name: 'a', from: '2', to: '9', step: '1' }],
  derived: [],
  constraints: [],
}

/**
 * Form that makes a question random: variables, derived variables, conditions, and the resulting variants.
 */
export function VariablesForm({ variables, set, looked, variant, onVariant, error }: VariablesFormProps) {
  // Remembers the variables while random values are turned off, so that turning them on restores them.
  const [left, setLeft] = useState(begun)
  const turn = (isOn: boolean) => {
    if (variables) setLeft(variables)
    set({ variables: isOn ? left : null })
  }
  return (
    <>
      <Switch
        label={t('Different numbers for each student')}
        checked={variables !== null}
        onChange={({ target }) => turn(target.checked)}
      />
      {variables && (
        <>
          <p className="quiet">
            <Sentence
              text="Write {value} or {value2} to insert a value in texts, in answers and between dollar signs. {value3} always includes the sign."
              value={<code>{'{{a}}'}</code>}
              value2={<code>{'{{2a + 1}}'}</code>}
              value3={<code>{'{{+a}}'}</code>}
            />
          </p>
          <RandomVariables
            given={variables.given}
            onChange={(given) => set({ variables: { ...variables, given } })}
          />
          <DerivedVariables
            derived={variables.derived}
            onChange={(derived) => set({ variables: { ...variables, derived } })}
          />
          <TextList
            label={t('Condition')}
            add={t('Condition, such as a < b or a/b is whole')}
            texts={variables.constraints}
            most={20}
            maxLength={60}
            onChange={(constraints) => set({ variables: { ...variables, constraints } })}
          />
          {error && (
            <p className={`${style.fault} row gap-1 error-text`}>
              <CircleAlert size={16} aria-hidden /> {error}
            </p>
          )}
          {(looked.preview?.warnings ?? []).map((warning) => (
            <p key={warning} className={`${style.warning} row gap-1 warn-text`} role="status">
              <TriangleAlert size={16} aria-hidden /> {translateSentence(warning)}
            </p>
          ))}
          <VariantsTable variants={looked.preview?.variants ?? []} chosen={variant} onChoose={onVariant} />
        </>
      )}
    </>
  )
}
