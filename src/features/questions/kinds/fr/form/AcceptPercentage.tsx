import { Checkbox } from '@mantine/core'
import { t } from '#shared/language.ts'
import type { Part } from '../fr.ts'

type AcceptPercentageProps = {
  part: Extract<Part, { kind: 'number' | 'expression' }>
  onChange: (part: Part) => void
}

/** Checkbox for accepting percentages. Hidden if the answer is a percentage or has to be written as one. */
export function AcceptPercentage({ part, onChange }: AcceptPercentageProps) {
  if (part.form === 'percent' || part.value.includes('%')) return null
  return (
    <Checkbox
      label={t('Also accept a percentage')}
      description={t('For example, 50% for 1/2')}
      checked={part.allowPercent ?? false}
      onChange={({ target }) => onChange({ ...part, allowPercent: target.checked || undefined })}
    />
  )
}
