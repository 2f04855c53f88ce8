import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { translateSentence, t } from '#shared/language.ts'
import { NumberKeypad } from '#ui/NumberKeypad.tsx'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import type { Fields, PartFields } from '../../answering/fields.ts'
import { loadMath, useStart } from '../fr/fields/FrFields.tsx'
import type { MathHandle } from '../fr/fields/MathField.tsx'
import { TextPart } from '../fr/fields/TextPart.tsx'
import style from './Matrix.module.css'
import { MatrixGrid } from './MatrixGrid.tsx'
import { maxLines, resized, type Size, sizeOf } from './size.ts'
import { SizeButtons } from './SizeButtons.tsx'
import { useEntries } from './use-entries.ts'

/** Entry that last had the focus, with the field that the keys write to. */
type Active = { field: HTMLInputElement | null; math: MathHandle | null }

/**
 * A matrix with a field for each entry. Arrow keys move between entries. Enter goes to the next row; after
 * the last row, it adds another one if students choose the size, or else checks the answer.
 */
export function MatrixFields(props: Fields<'matrix'>) {
  const { shown, given, verdict, readOnly, judged, questionText = '', label, describedBy, onEnter } = props
  const [active, setActive] = useState<Active>({ field: null, math: null })
  const { box, onKeyDown, focusOn } = useEntries()
  const id = useId()
  const { ready: math } = useLazyParts(shown.entry === 'expression' ? loadMath : null)
  const { size, resize, put } = useSize(props)
  useStart(box, readOnly, judged, verdict?.status === 'invalid')
  const partVerdicts = readOnly || verdict?.status === 'invalid' ? (verdict?.parts ?? []) : []
  // If students choose the size, there is one verdict on the whole matrix.
  const partVerdictAt = (at: number) => (shown.rows ? partVerdicts[at] : undefined)
  const isFree = shown.rows === undefined && !readOnly
  const enter = (row: number) => {
    const isLast = row === size.rows - 1
    if (isLast && !(isFree && size.rows < maxLines)) return onEnter()
    if (isLast) resize({ ...size, rows: size.rows + 1 })
    focusOn({ row: row + 1, column: 0 })
  }
  const checkNow = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
    onEnter()
  }
  const entry = (row: number, column: number) => {
    const at = row * size.columns + column
    const own: Omit<PartFields, 'part'> = {
      name: t('Row {row}, column {column}', { row: row + 1, column: column + 1 }),
      given: given.rows[row]?.[column] ?? '',
      status: partVerdictAt(at)?.status,
      readOnly,
      model: props.model ?? false,
      describedBy: partVerdictAt(at)?.status === 'invalid' ? `${describedBy} ${id}-${at}` : describedBy,
      onChange: (text) => put(row, column, typeof text === 'string' ? text : ''),
      onEnter: () => enter(row),
    }
    const onFocus = (field: HTMLInputElement) => setActive({ field, math: null })
    if (shown.entry === 'expression' && math)
      return (
        <math.MathPart
          {...own}
          part={{ kind: 'expression' }}
          onFocus={(handle) => setActive({ field: null, math: handle })}
          onTextFocus={({ currentTarget }) => onFocus(currentTarget)}
        />
      )
    return (
      <TextPart
        {...own}
        part={{ kind: shown.entry }}
        onFocus={({ currentTarget }) => onFocus(currentTarget)}
      />
    )
  }
  const name = t('{label}: {rows} × {columns} matrix', {
    label: label ?? t('Your answer'),
    ...size,
  })
  return (
    <>
      <div ref={box} role="group" aria-label={name} onKeyDownCapture={checkNow}>
        <MatrixGrid size={size} entry={entry} />
        <Faults id={id} verdicts={shown.rows ? partVerdicts : []} />
      </div>
      {isFree && <SizeButtons size={size} onChange={resize} />}
      {!readOnly && (
        <div data-keypad>
          {shown.entry === 'number' && <NumberKeypad field={active.field} />}
          {math && <math.MathKeys symbols={[]} asks={questionText} field={active.math} />}
        </div>
      )}
    </>
  )
}

/**
 * Returns the size of the answer, and a function that changes it. A row or column that is added again gets
 * its entries back.
 */
function useSize({ given, onChange }: Fields<'matrix'>) {
  const before = useRef<string[][]>([])
  const size = sizeOf(given.rows)
  return {
    size,
    resize: (next: Size) => {
      const most = {
        rows: Math.max(size.rows, before.current.length),
        columns: Math.max(size.columns, before.current[0]?.length ?? 0),
      }
      before.current = resized(given.rows, most, before.current)
      onChange({ kind: 'matrix', rows: resized(given.rows, next, before.current) })
    },
    put: (row: number, column: number, text: string) =>
      onChange({
        kind: 'matrix',
        rows: given.rows.with(row, (given.rows[row] ?? []).with(column, text)),
      }),
  }
}

type FaultsProps = { id: string; verdicts: readonly { status: string; reason: string }[] }

/**
 * Lists the entries that can't be read. The verdict already reports the first one, so a list of one is
 * hidden.
 */
function Faults({ id, verdicts }: FaultsProps) {
  const faults = verdicts.flatMap(({ status, reason }, at) => (status === 'invalid' ? [{ at, reason }] : []))
  if (faults.length === 0) return null
  return (
    <ul className={`${style.faults} small bold warn-text`} hidden={faults.length === 1}>
      {faults.map(({ at, reason }) => (
        <li key={at} id={`${id}-${at}`}>
          {translateSentence(reason)}
        </li>
      ))}
    </ul>
  )
}
