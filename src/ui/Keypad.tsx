import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import style from './Keypad.module.css'

/** A key with its action, its name for screen readers, and its visible content. */
export type Key<Of extends string = string> = {
  key: Of
  name?: string
  face?: ReactNode
  kind?: 'digit' | 'wide' | 'last'
  /** Number of columns that the key spans. The default depends on the kind of key. */
  span?: number
}

type KeypadProps<Of extends string> = {
  /** Name of the group of keys for screen readers. */
  legend: string
  keys: readonly Key<Of>[]
  columns?: 5 | 6
  disabled?: boolean
  onKey: (key: Of) => void
}

/**
 * On-screen keys for children. A physical keyboard still works in the field, so the keys aren't in the tab
 * order. Pressing one leaves the focus in the field.
 */
export function Keypad<Of extends string>({
  legend,
  keys,
  columns = 5,
  disabled = false,
  onKey,
}: KeypadProps<Of>) {
  return (
    <fieldset className={`${style.keypad} grid gap-2`} data-columns={columns} disabled={disabled}>
      <legend className="visually-hidden">{legend}</legend>
      {keys.map(({ key, name, face, kind, span }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={`${style.key} row middle to-middle quiet bold rounded ${kind ? style[kind] : ''}`}
          aria-label={name && t(name)}
          style={span ? { gridColumn: `span ${span}` } : undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onKey(key)}
        >
          {face ?? key}
        </button>
      ))}
    </fieldset>
  )
}

const box = <span className={style.box} />

/** Face of the fraction key, with empty boxes. */
export const fractionFace = (
  <span className={`${style.fraction} stack middle`}>
    {box}
    {box}
  </span>
)

/** Face of the power key: an empty base and exponent. */
export const powerFace = (
  <span className={style.power}>
    {box}
    {box}
  </span>
)

/** Face of the absolute value key: an empty box between bars. */
export const absFace = <span className={`${style.abs} row middle`}>{box}</span>

/** Face of the mixed number key: an empty whole number and fraction. */
export const mixedFace = (
  <>
    {box}
    {fractionFace}
  </>
)
