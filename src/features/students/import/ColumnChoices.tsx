import { useState } from 'react'
import { type Field, fields, fieldWord } from './columns.ts'
import style from './Import.module.css'

type ColumnChoicesProps = {
  /** The head of the file, and a few of its rows to tell the columns by. */
  head: readonly string[]
  samples: readonly (readonly string[])[]
  columns: readonly (Field | null)[]
  onChange: (columns: (Field | null)[]) => void
}

/** Says what each column of a file is. What is chosen for one column is taken from any other. */
export function ColumnChoices({ head, samples, columns, onChange }: ColumnChoicesProps) {
  // Where every column is known there is nothing to say; afterwards it stays as somebody left it.
  const [wide] = useState(() => columns.includes(null))
  const choose = (at: number, field: Field | null) =>
    onChange(columns.map((each, index) => (index === at ? field : each === field ? null : each)))
  return (
    <details className={style.box} open={wide}>
      <summary>
        Columns: {columns.filter(Boolean).length} of {head.length} are imported
      </summary>
      <ul className={style.columns}>
        {head.map((name, at) => (
          <li key={at} data-unknown={columns[at] === null || undefined}>
            <strong>{name || `Column ${at + 1}`}</strong>
            <select
              aria-label={`What “${name || `Column ${at + 1}`}” is`}
              value={columns[at] ?? ''}
              onChange={({ target }) => choose(at, fields.find((field) => field === target.value) ?? null)}
            >
              <option value="">Not imported</option>
              {fields.map((field) => (
                <option key={field} value={field}>
                  {fieldWord(field)}
                </option>
              ))}
            </select>
            <span className={style.sample}>{samples.flatMap((cells) => cells[at]?.trim() || []).join(', ') || 'Empty'}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
