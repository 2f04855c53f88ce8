import type { ReactNode } from 'react'
import style from './Keypad.module.css'

/** One key: what it does, how it is called aloud and what stands on it. */
export type Key<Of extends string = string> = { key: Of; name?: string; face?: ReactNode; kind?: 'digit' | 'wide' | 'last' }

type KeypadProps<Of extends string> = {
  /** Name of the keys for screen readers. */
  legend: string
  keys: readonly Key<Of>[]
  columns?: 5 | 6
  /** The keys rest. */
  disabled?: boolean
  onKey: (key: Of) => void
}

/**
 * A child's own keys. A keyboard works on the field as ever, which is why the keys take no focus and no place in the tab order; no press takes the
 * focus away from the field.
 */
export function Keypad<Of extends string>({ legend, keys, columns = 5, disabled = false, onKey }: KeypadProps<Of>) {
  return (
    <fieldset className={style.keypad} data-columns={columns} disabled={disabled}>
      <legend className="visually-hidden">{legend}</legend>
      {keys.map(({ key, name, face, kind }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={`${style.key} ${kind ? style[kind] : ''}`}
          aria-label={name}
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

/** A fraction to be filled, as it is drawn on a key. */
export const fractionFace = (
  <span className={style.fraction}>
    {box}
    {box}
  </span>
)

/** Something and its exponent, both to be filled. */
export const powerFace = (
  <span className={style.power}>
    {box}
    {box}
  </span>
)

/** Something between bars, to be filled. */
export const absFace = <span className={style.abs}>{box}</span>

/** A whole number and a fraction to be filled. */
export const mixedFace = (
  <>
    {box}
    {fractionFace}
  </>
)
