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

/** In a list of such choices up and down go from one to the next and choose nothing, as radio buttons would by themselves. */
function goUpOrDown(event: KeyboardEvent<HTMLInputElement>) {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const list = event.currentTarget.closest('ul')
  if (step === 0 || !list) return
  event.preventDefault()
  const groups = [...list.querySelectorAll('fieldset')]
  const here = groups.findIndex((group) => group.contains(event.currentTarget))
  const radios = [...(groups[here + step]?.querySelectorAll('input') ?? [])]
  const next = radios.find(({ checked }) => checked) ?? radios[0]
  next?.focus()
}

/** One choice of a few, as big segments. Native radio buttons, so that the arrows choose too. */
export function Segments<Value extends string>({ label, segments, value, onChange, disabled }: SegmentsProps<Value>) {
  const name = useId()
  const hearKey = (event: KeyboardEvent<HTMLInputElement>) => {
    goUpOrDown(event)
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
            onKeyDown={hearKey}
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
