import { Checkbox } from '@mantine/core'
import { t } from '#shared/language.ts'
import type { Part } from '../fr.ts'
import { TextField } from '#ui/TextField.tsx'
import { NumField } from '../../../editing/answers/NumField.tsx'
import { partHas } from '../../../editing/answers/answer-kinds.ts'
import style from '../../../editing/answers/AnswerForm.module.css'

type VisiblePart = Exclude<Part, { kind: 'label' }>

const flags = {
  caseSensitive: 'Case-sensitive',
  rightAlign: 'Align right, as in column arithmetic',
  isSuper: 'Superscript',
} as const

/**
 * Fields for display options, help text and weight of a part (spec §3, part flags). Initially open if any of
 * them is set.
 */
export function PartLooks({ part, onChange }: { part: VisiblePart; onChange: (part: Part) => void }) {
  const chosenLooks = [
    part.tooltip,
    ...Object.keys(flags).map((flag) => part[flag as keyof VisiblePart]),
    'weight' in part && part.weight !== 1 && part.weight,
  ]
  const set = (fields: Record<string, unknown>) => onChange({ ...part, ...fields })
  const isOn = (flag: keyof typeof flags) =>
    flag in part && part[flag as keyof VisiblePart] !== undefined && Boolean(part[flag as keyof VisiblePart])
  return (
    <details className={style.looks} open={chosenLooks.some(Boolean) || undefined}>
      <summary>{t('Display and weight')}</summary>
      <div className="stack gap-2">
        {(Object.keys(flags) as (keyof typeof flags)[])
          .filter((flag) => partHas(flag, part.kind))
          .map((flag) => (
            <Checkbox
              key={flag}
              label={t(flags[flag])}
              checked={isOn(flag)}
              onChange={({ target }) => set({ [flag]: target.checked })}
            />
          ))}
        <div className={`${style.two} grid top gap-3`}>
          <TextField
            label={t('Help text')}
            required={false}
            maxLength={200}
            value={part.tooltip ?? ''}
            onChange={(tooltip) => set({ tooltip })}
          />
          {partHas('weight', part.kind) && (
            <NumField
              label={t('Weight')}
              required={false}
              min={0.01}
              max={100}
              value={'weight' in part ? part.weight : undefined}
              onChange={(weight) => set({ weight })}
            />
          )}
        </div>
      </div>
    </details>
  )
}
