import { Plus, X } from 'lucide-react'
import type { Draft } from '../../api.ts'
import { t } from '#shared/language.ts'
import { Choice } from '../../kinds/mc/Choice.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ListField } from '../answers/ListField.tsx'
import style from './Variables.module.css'

type Variables = NonNullable<Draft['variables']>
type Variable = Variables['given'][number]

const most = 10
const ways = { range: 'From … to', values: 'One of' } as const

/** Returns the first unused letter, skipping i, j, l and o; '' if all are used. */
const freeLetter = (taken: readonly { name: string }[]) =>
  [...'abcdefghkmnpqrstuvwxyz'].find((letter) => !taken.some(({ name }) => name === letter)) ?? ''

type RandomVariablesProps = { given: Variable[]; onChange: (given: Variable[]) => void }

/** Form for the variables, each with a range and a step, or a list of values. */
export function RandomVariables({ given, onChange }: RandomVariablesProps) {
  return (
    <div className="stack top gap-2" role="group" aria-label={t('Variables')}>
      {given.map((variable, at) => (
        <div key={at} className={`${style.line} cluster gap-1 wide`}>
          <TextField
            label={t('Letter')}
            maxLength={1}
            autoComplete="off"
            value={variable.name}
            onChange={(name) => onChange(given.with(at, { ...variable, name }))}
          />
          <Choice
            label={t('Type')}
            words={ways}
            value={'values' in variable ? 'values' : 'range'}
            onChange={(way) =>
              onChange(
                given.with(
                  at,
                  way === 'values'
                    ? { name: variable.name, values: ['2', '3', '5'] }
                    : { name: variable.name, from: '2', to: '9', step: '1' },
                ),
              )
            }
          />
          <Values variable={variable} onChange={(next) => onChange(given.with(at, next))} />
          <Button
            kind="quiet"
            icon={<X aria-hidden />}
            aria-label={t('Delete the variable {variable}', { variable: variable.name })}
            reason={given.length > 1 ? null : t('A question with random values needs at least one variable.')}
            onClick={() => onChange(given.toSpliced(at, 1))}
          />
        </div>
      ))}
      {given.length < most && (
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...given, { name: freeLetter(given), from: '2', to: '9', step: '1' }])}
        >
          {t('Variable')}
        </Button>
      )}
    </div>
  )
}

function Values({ variable, onChange }: { variable: Variable; onChange: (variable: Variable) => void }) {
  if ('values' in variable)
    return (
      <ListField
        label={t('Values')}
        maxLength={500}
        values={variable.values}
        read={valuesIn}
        onChange={(values) => onChange({ ...variable, values })}
      />
    )
  const bound = (field: 'from' | 'to' | 'step', label: string) => (
    <TextField
      label={label}
      maxLength={60}
      autoComplete="off"
      value={variable[field]}
      onChange={(value) => onChange({ ...variable, [field]: value })}
    />
  )
  return (
    <>
      {bound('from', t('From'))}
      {bound('to', t('To'))}
      {bound('step', t('Step'))}
    </>
  )
}

/** Splits a list at its commas. Keeps empty values, because otherwise a comma couldn't be typed. */
const valuesIn = (text: string) => text.split(',').map((each) => each.trim())

type DerivedVariablesProps = {
  derived: Variables['derived']
  onChange: (derived: Variables['derived']) => void
}

/** Form for derived variables. Each one may use the variables above it. */
export function DerivedVariables({ derived, onChange }: DerivedVariablesProps) {
  return (
    <div className="stack top gap-2" role="group" aria-label={t('Derived variables')}>
      {derived.map((line, at) => (
        <div key={at} className={`${style.line} cluster gap-1 wide`}>
          <TextField
            label={t('Letter')}
            maxLength={1}
            autoComplete="off"
            value={line.name}
            onChange={(name) => onChange(derived.with(at, { ...line, name }))}
          />
          <TextField
            label={t('Formula')}
            maxLength={60}
            autoComplete="off"
            value={line.value}
            onChange={(value) => onChange(derived.with(at, { ...line, value }))}
          />
          <Button
            kind="quiet"
            icon={<X aria-hidden />}
            aria-label={t('Delete the variable {line}', { line: line.name })}
            onClick={() => onChange(derived.toSpliced(at, 1))}
          />
        </div>
      ))}
      {derived.length < most && (
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...derived, { name: '', value: '' }])}
        >
          {t('Derived variable, such as c = a + b')}
        </Button>
      )}
    </div>
  )
}
