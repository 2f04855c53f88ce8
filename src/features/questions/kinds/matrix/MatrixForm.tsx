import { Checkbox } from '@mantine/core'
import { t } from '#shared/language.ts'
import style from '../../editing/answers/AnswerForm.module.css'
import type { FormProps } from '../KindScreens.tsx'
import { Choice } from '../mc/Choice.tsx'
import { MatrixGrid } from './MatrixGrid.tsx'
import { resized, sizeOf } from './size.ts'
import { SizeButtons } from './SizeButtons.tsx'
import { useEntries } from './use-entries.ts'

const entryKinds = { number: 'Numbers', expression: 'Expressions' } as const

/** Form for the right entries of a matrix, its size, and whether students choose the size. */
export function MatrixForm({ answers, set }: FormProps<'matrix'>) {
  const { entries, sizeByStudent } = answers
  const { box, onKeyDown } = useEntries()
  const size = sizeOf(entries.rows)
  const change = (next: Partial<typeof entries>) =>
    set({ answers: { ...answers, entries: { ...entries, ...next } } })
  const entry = (row: number, column: number) => (
    <input
      className={`${style.input} pad-1-3 surface rounded target`}
      aria-label={t('Row {row}, column {column}', { row: row + 1, column: column + 1 })}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      data-math={entries.kind === 'expression' ? 'formula' : undefined}
      value={entries.rows[row]?.[column] ?? ''}
      onChange={({ target }) =>
        change({
          rows: entries.rows.with(row, (entries.rows[row] ?? []).with(column, target.value)),
        })
      }
    />
  )
  return (
    <>
      <Choice
        label={t('Entries')}
        words={entryKinds}
        value={entries.kind}
        onChange={(kind) => change({ kind })}
      />
      <div ref={box} role="group" aria-label={t('Right answer')} onKeyDownCapture={onKeyDown}>
        <p className={style.label}>{t('Right answer')}</p>
        <MatrixGrid size={size} entry={entry} />
      </div>
      <SizeButtons size={size} onChange={(next) => change({ rows: resized(entries.rows, next) })} />
      <Checkbox
        label={t('Students choose the size')}
        description={t('They can add and remove rows and columns. A matrix of a different size is wrong.')}
        checked={sizeByStudent ?? false}
        onChange={({ target }) =>
          set({ answers: { ...answers, sizeByStudent: target.checked || undefined } })
        }
      />
    </>
  )
}
