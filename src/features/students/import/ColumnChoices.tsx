import { useState } from 'react'
import { t } from '#shared/language.ts'
import style from './Import.module.css'

type ColumnChoicesProps<F extends string> = {
  /** Header of the file, and some of its rows to help recognize the columns. */
  head: readonly string[]
  samples: readonly (readonly string[])[]
  fields: readonly F[]
  /** Name of a field in English. */
  wordOf: (field: F) => string
  columns: readonly (F | null)[]
  onChange: (columns: (F | null)[]) => void
}

/** Maps the columns of a file to fields. Choosing a field for one column removes it from any other. */
export function ColumnChoices<F extends string>({
  head,
  samples,
  fields,
  wordOf,
  columns,
  onChange,
}: ColumnChoicesProps<F>) {
  // Starts open only if a column is unknown. After that, the user decides.
  const [wide] = useState(() => columns.includes(null))
  const choose = (at: number, field: F | null) =>
    onChange(columns.map((each, index) => (index === at ? field : each === field ? null : each)))
  return (
    <details className={`${style.box} card`} open={wide}>
      <summary>
        {t('Columns: {count} of {count2} will be imported', {
          count: columns.filter(Boolean).length,
          count2: head.length,
        })}
      </summary>
      <ul className={style.columns}>
        {head.map((name, at) => (
          <li key={at} data-unknown={columns[at] === null || undefined}>
            <strong>{name || t('Column {num}', { num: at + 1 })}</strong>
            <select
              aria-label={t('Field for “{name}”', { name: name || t('Column {num}', { num: at + 1 }) })}
              value={columns[at] ?? ''}
              onChange={({ target }) => choose(at, fields.find((field) => field === target.value) ?? null)}
            >
              <option value="">{t('Not imported')}</option>
              {fields.map((field) => (
                <option key={field} value={field}>
                  {t(wordOf(field))}
                </option>
              ))}
            </select>
            <span className={style.sample}>
              {samples.flatMap((cells) => cells[at]?.trim() || []).join(', ') || t('Empty')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
