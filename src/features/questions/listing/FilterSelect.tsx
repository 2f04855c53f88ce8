import { useQuery } from '@tanstack/react-query'
import { material } from '#features/material/api.ts'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { read } from '#web/api.ts'

type FilterOption = { value: string; label: string; group?: string }

type FilterSelectProps = {
  label: string
  /** Label of the option that doesn't filter. */
  all: string
  options: readonly FilterOption[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const optionOf = ({ value, label }: FilterOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** Filters a list by one of several values. Options in the same group are listed together. */
export function FilterSelect({ label, all, options, value = '', onChange }: FilterSelectProps) {
  const groups = Map.groupBy(options, ({ group = '' }) => group)
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          {...wiring}
          required={false}
          value={value}
          onChange={({ target }) => onChange(target.value || undefined)}
        >
          <option value="">{all}</option>
          {[...groups].map(([group, each]) =>
            group === '' ? (
              each.map(optionOf)
            ) : (
              <optgroup key={group} label={group}>
                {each.map(optionOf)}
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  )
}

/** A filter by level, with the levels of each course together. */
export function LevelSelect({
  courseId,
  ...rest
}: Pick<FilterSelectProps, 'value' | 'onChange'> & { courseId?: string | undefined }) {
  const { data = [] } = useQuery(read(material.levels, { courseId }))
  const options = data.map(({ _id, name, course }) => ({ value: _id, label: name, group: course }))
  return <FilterSelect label={t('Level')} all={t('All levels')} options={options} {...rest} />
}
