import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'

type ReasonFieldProps = {
  value: string
  onChange: (reason: string) => void
  /** True to begin with this field. */
  isFirst?: boolean
}

/** Field for the reason of a change in a family's account. */
export const ReasonField = ({ value, onChange, isFirst = false }: ReasonFieldProps) => (
  <TextField
    label={t('Reason')}
    hint={t('The family can read it.')}
    value={value}
    onChange={onChange}
    maxLength={longest.name}
    data-autofocus={isFirst || undefined}
  />
)
