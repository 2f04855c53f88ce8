import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'

type ReasonFieldProps = {
  value: string
  onChange: (reason: string) => void
  /** True if the field gets the focus when the sheet opens. */
  isFirst?: boolean
}

/** Field for the reason for a change to a family's account. */
export const ReasonField = ({ value, onChange, isFirst = false }: ReasonFieldProps) => (
  <TextField
    label={t('Reason')}
    hint={t('The family can read this.')}
    value={value}
    onChange={onChange}
    maxLength={longest.name}
    data-autofocus={isFirst || undefined}
  />
)
