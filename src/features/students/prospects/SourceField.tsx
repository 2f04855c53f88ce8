import { useId } from 'react'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { usualSources } from './stages.ts'

/** Field for how a family heard about the center: a common source or any other text. */
export function SourceField({ value, onChange }: { value: string; onChange: (source: string) => void }) {
  const id = useId()
  return (
    <>
      <TextField
        label={t('Heard about us from')}
        list={id}
        required={false}
        maxLength={longest.name}
        value={value}
        onChange={onChange}
      />
      <datalist id={id}>
        {usualSources.map((each) => (
          <option key={each}>{t(each)}</option>
        ))}
      </datalist>
    </>
  )
}
