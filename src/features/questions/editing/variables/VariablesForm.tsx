import { Switch } from '@mantine/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Draft } from '#features/questions/api.ts'
import { TextList } from '#features/questions/editing/answers/TextList.tsx'
import type { Looked } from '#features/questions/editing/use-preview.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Derived, Given } from './VariableLines.tsx'
import { VariantsTable } from './VariantsTable.tsx'
import style from './Variables.module.css'

type VariablesFormProps = {
  variables: Draft['variables']
  set: (part: Partial<Draft>) => void
  looked: Looked
  variant: number
  onVariant: (num: number) => void
  error: string | null
}

const begun: NonNullable<Draft['variables']> = {
  given: [{ name: 'a', from: '2', to: '9', step: '1' }],
  derived: [],
  constraints: [],
}

/** Form to make a question random: variables, derived variables, conditions, and the resulting variants. */
export function VariablesForm({ variables, set, looked, variant, onVariant, error }: VariablesFormProps) {
  return (
    <>
      <Switch
        label={t('Different numbers for each student')}
        checked={variables !== null}
        onChange={({ target }) => set({ variables: target.checked ? begun : null })}
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
          <Given given={variables.given} onChange={(given) => set({ variables: { ...variables, given } })} />
          <Derived
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
              <TriangleAlert size={16} aria-hidden /> {warning}
            </p>
          ))}
          <VariantsTable variants={looked.preview?.variants ?? []} chosen={variant} onChoose={onVariant} />
        </>
      )}
    </>
  )
}
