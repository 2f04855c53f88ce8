import { Checkbox } from '@mantine/core'
import { constantOf } from '#math/antiderivative.ts'
import { read } from '#math/parse.ts'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { Choice } from '../../mc/Choice.tsx'
import type { Part } from '../fr.ts'

type ExpressionPart = Extract<Part, { kind: 'expression' }>
type ExpressionOptionsProps = { part: ExpressionPart; onChange: (part: Part) => void }

const tolerances = {
  exact: 'Exactly',
  abs: 'Within an amount',
  percent: 'Within a percentage',
} as const

/** Adds a constant to an author's answer that has none. */
function withConstant({ value, variables }: ExpressionPart) {
  const found = read(value, variables)
  return found.ok && found.answer.is === 'value' && constantOf(found.answer, variables) === null
    ? `${value.trim()} + C`
    : value
}

/** Checkbox for accepting any constant in an antiderivative. */
export const AnyConstant = ({ part, onChange }: ExpressionOptionsProps) => (
  <Checkbox
    label={t('Antiderivative: accept any constant')}
    description={t('For example, x² − 2K for x² + C. Students are reminded if the constant is missing.')}
    checked={part.plusConstant ?? false}
    onChange={({ target }) =>
      onChange(
        target.checked
          ? { ...part, plusConstant: true, value: withConstant(part) }
          : { ...part, plusConstant: undefined },
      )
    }
  />
)

/** Fields for the tolerance of each coefficient, which lets students round coefficients. */
export function CoefficientTolerance({ part, onChange }: ExpressionOptionsProps) {
  const { tolerance } = part
  const near = tolerance ? ('abs' in tolerance ? 'abs' : 'percent') : 'exact'
  const begun = { exact: undefined, abs: { abs: '0.01' }, percent: { percent: '1' } }
  return (
    <>
      <Choice
        label={t('Tolerance of each coefficient')}
        words={tolerances}
        value={near}
        onChange={(next) => onChange({ ...part, tolerance: begun[next] })}
      />
      {tolerance && (
        <TextField
          label={near === 'abs' ? t('Amount') : t('Percentage')}
          maxLength={40}
          value={'abs' in tolerance ? tolerance.abs : tolerance.percent}
          onChange={(amount) =>
            onChange({ ...part, tolerance: near === 'abs' ? { abs: amount } : { percent: amount } })
          }
        />
      )}
    </>
  )
}
