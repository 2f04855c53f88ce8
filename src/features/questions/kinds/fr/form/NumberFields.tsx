import { Checkbox } from '@mantine/core'
import { t } from '#shared/language.ts'
import type { Source } from '../follow-through.ts'
import type { Part } from '../fr.ts'
import { TextField } from '#ui/TextField.tsx'
import { Choice } from '../../mc/Choice.tsx'
import { NumField } from '../../../editing/answers/NumField.tsx'
import { AcceptPercentage } from './AcceptPercentage.tsx'
import { lettersHint } from './letters-hint.ts'
import { numberFormWords } from '../../../editing/answers/answer-kinds.ts'
import { TextList } from '../../../editing/answers/TextList.tsx'
import style from '../../../editing/answers/AnswerForm.module.css'

type NumberPart = Extract<Part, { kind: 'number' }>
type Tolerance = NonNullable<NumberPart['tolerance']>

const tolerances = {
  exact: 'Exactly',
  abs: 'Within an amount',
  percent: 'Within a percentage',
  decimalPlaces: 'To decimal places',
  significantFigures: 'To significant figures',
} as const
type ToleranceKind = keyof typeof tolerances

const kindOf = (tolerance: Tolerance | undefined): ToleranceKind =>
  tolerance ? (Object.keys(tolerance)[0] as ToleranceKind) : 'exact'
const initialTolerances: Record<ToleranceKind, Tolerance | undefined> = {
  exact: undefined,
  abs: { abs: '0.1' },
  percent: { percent: '1' },
  decimalPlaces: { decimalPlaces: 2 },
  significantFigures: { significantFigures: 3 },
}

type NumberFieldsProps = {
  part: NumberPart
  sources: readonly Source[]
  onChange: (part: Part) => void
}

/** Fields for the key of a number part: right answers, required form, tolerance, unit and follow-through. */
export function NumberFields({ part, sources, onChange }: NumberFieldsProps) {
  return (
    <>
      <TextField
        label={t('Right answer')}
        hint={t('A number, fraction, mixed number or percentage')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={part.value}
        onChange={(value) => onChange({ ...part, value })}
      />
      <div className={`${style.two} grid top gap-3`}>
        <Choice
          label={t('Form')}
          words={{ any: t('Any form'), ...numberFormWords }}
          value={part.form ?? 'any'}
          onChange={(form) => onChange({ ...part, form: form === 'any' ? undefined : form })}
        />
        <Choice
          label={t('Tolerance')}
          words={tolerances}
          value={kindOf(part.tolerance)}
          onChange={(kind) => onChange({ ...part, tolerance: initialTolerances[kind] })}
        />
        {part.tolerance && (
          <Amount tolerance={part.tolerance} onChange={(tolerance) => onChange({ ...part, tolerance })} />
        )}
      </div>
      <TextField
        label={t('Unit')}
        hint={t('If you enter a unit, students must write it too, as in 12 cm or $3.50')}
        required={false}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={part.unit ?? ''}
        onChange={(unit) => onChange({ ...part, unit: unit === '' ? undefined : unit })}
      />
      {part.unit && (
        <Checkbox
          label={t('Also accept other units')}
          description={t('For example, 0.12 m for 12 cm')}
          checked={part.convertUnits ?? false}
          onChange={({ target }) => onChange({ ...part, convertUnits: target.checked || undefined })}
        />
      )}
      <AcceptPercentage part={part} onChange={onChange} />
      <TextList
        label={t('Also accepted')}
        add={t('Add accepted answer')}
        texts={part.hasAlias ?? []}
        most={20}
        maxLength={200}
        onChange={(hasAlias) => onChange({ ...part, hasAlias })}
      />
      {(sources.length > 0 || part.follows !== undefined) && (
        <TextField
          label={t('If an earlier part is wrong, accept what follows from it')}
          hint={lettersHint(part, sources)}
          required={false}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={part.follows ?? ''}
          onChange={(follows) => onChange({ ...part, follows: follows === '' ? undefined : follows })}
        />
      )}
    </>
  )
}

function Amount({ tolerance, onChange }: { tolerance: Tolerance; onChange: (tolerance: Tolerance) => void }) {
  if ('abs' in tolerance)
    return (
      <TextField
        label={t('Amount')}
        maxLength={40}
        value={tolerance.abs}
        onChange={(abs) => onChange({ abs })}
      />
    )
  if ('percent' in tolerance)
    return (
      <TextField
        label={t('Percentage')}
        maxLength={40}
        value={tolerance.percent}
        onChange={(percent) => onChange({ percent })}
      />
    )
  if ('decimalPlaces' in tolerance)
    return (
      <NumField
        label={t('Decimal places')}
        whole
        min={0}
        max={20}
        value={tolerance.decimalPlaces}
        onChange={(places = 0) => onChange({ decimalPlaces: places })}
      />
    )
  return (
    <NumField
      label={t('Significant figures')}
      whole
      min={1}
      max={20}
      value={tolerance.significantFigures}
      onChange={(figures = 1) => onChange({ significantFigures: figures })}
    />
  )
}
