import { useId, type KeyboardEvent, type ReactNode } from 'react'
import style from './Segments.module.css'

type Segment<Value extends string> = {
  value: Value
  label: string
  icon?: ReactNode
  /** Of the segment while it is chosen; the icon and the word say the same. */
  color?: 'primary' | 'success' | 'info' | 'warn' | 'error'
  /** The letter that chooses it while the group has the focus. */
  letter?: string
}

type SegmentsProps<Value extends string> = {
  /** What is chosen, for screen readers: 'Attendance of Ana Lima'. */
  label: string
  segments: Segment<Value>[]
  /** Null: nothing is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  disabled?: boolean
}

/** One choice of a few, as big segments. Native radio buttons, so that the arrows choose too. */
export function Segments<Value extends string>({ label, segments, value, onChange, disabled }: SegmentsProps<Value>) {
  const name = useId()
  const chooseByLetter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (disabled || event.altKey || event.ctrlKey || event.metaKey) return
    const segment = segments.find(({ letter }) => letter === event.key.toLowerCase())
    if (!segment) return
    event.preventDefault()
    // The arrows go on from the chosen one.
    const radios = event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? []
    for (const radio of radios) if (radio.value === segment.value) radio.focus()
    if (segment.value !== value) onChange(segment.value)
  }
  return (
    <fieldset className={style.segments} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map((segment) => (
        <label key={segment.value} className={style.segment} data-color={segment.color ?? 'primary'}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            aria-keyshortcuts={segment.letter}
            onChange={() => onChange(segment.value)}
            onKeyDown={chooseByLetter}
          />
          <span className={style.face}>
            {segment.icon}
            {segment.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
