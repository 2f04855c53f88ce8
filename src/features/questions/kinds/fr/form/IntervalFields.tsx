import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { withSigns } from '../../../editing/answers/interval-signs.ts'
import { TextList } from '../../../editing/answers/TextList.tsx'
import type { Part } from '../fr.ts'

type IntervalFieldsProps = {
  part: Extract<Part, { kind: 'interval' }>
  onChange: (part: Part) => void
}

/**
 * Fields for the key of an interval: the right answer and other accepted ones. Converts `inf` and `u` to the
 * signs ∞ and ∪.
 */
export const IntervalFields = ({ part, onChange }: IntervalFieldsProps) => (
  <>
    <TextField
      label={t('Right answer')}
      hint={t('Type inf for ∞ and U for ∪')}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      value={part.value}
      onChange={(value) => onChange({ ...part, value: withSigns(value) })}
    />
    <TextList
      label={t('Also accepted')}
      add={t('Add accepted answer')}
      texts={part.hasAlias ?? []}
      most={20}
      maxLength={200}
      onChange={(hasAlias) => onChange({ ...part, hasAlias: hasAlias.map(withSigns) })}
    />
  </>
)
