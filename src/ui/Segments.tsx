import { useId, type KeyboardEvent, type ReactNode } from 'react'
import style from './Segments.module.css'

type Segment<Value extends string> = {
  value: Value
  label: string
  icon?: ReactNode
  /** Color of the segment while it is chosen. Its icon and word convey the same information. */
  color?: 'primary' | 'success' | 'info' | 'warn' | 'error'
  /** Key that chooses the segment while the group has the focus. */
  letter?: string
  disabled?: boolean
}

type SegmentsProps<Value extends string> = {
  /** The subject of the choice, for screen readers: 'Ana Lima’s attendance'. */
  label: string
  segments: Segment<Value>[]
  /** Null if nothing is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /**
   * True if a choice takes effect immediately. The left and right arrows then only move the focus, and Space
   * and Enter choose. By default, the arrow keys choose, as in any radio group.
   */
  atOnce?: boolean
  /** True if the segments wrap onto several lines where they don't fit on one. */
  wraps?: boolean
}

/** Moves the focus to the group above or below in a list of groups, instead of changing the choice. */
function goUpOrDown(event: KeyboardEvent<HTMLInputElement>) {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const list = event.currentTarget.closest('ul')
  if (step === 0 || !list) return
  event.preventDefault()
  const groups = [...list.querySelectorAll('fieldset')]
  const here = groups.findIndex((group) => group.contains(event.currentTarget))
  const radios = [...(groups[here + step]?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])]
  const next = radios.find(({ checked }) => checked) ?? radios[0]
  next?.focus()
}

/**
 * Moves the focus left or right without choosing, so that moving to the third choice doesn't choose the
 * second. Enter chooses.
 */
function goLeftOrRight(event: KeyboardEvent<HTMLInputElement>) {
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
  if (step === 0 && event.key !== 'Enter') return
  event.preventDefault()
  if (step === 0) return event.currentTarget.click()
  const radios = [
    ...(event.currentTarget.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input:enabled') ?? []),
  ]
  radios.at((radios.indexOf(event.currentTarget) + step) % radios.length)?.focus()
}

/** A choice among a few options, shown as large segments. Built from native radio buttons. */
export function Segments<Value extends string>({
  label,
  segments,
  value,
  onChange,
  atOnce = false,
  wraps = false,
}: SegmentsProps<Value>) {
  const name = useId()
  const chooseByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    goUpOrDown(event)
    if (atOnce) goLeftOrRight(event)
    const segment = segments.find(({ letter, disabled }) => letter === event.key.toLowerCase() && !disabled)
    if (!segment) return
    event.preventDefault()
    // Lets the arrow keys continue from the chosen segment.
    const radios = event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? []
    for (const radio of radios) if (radio.value === segment.value) radio.focus()
    if (segment.value !== value) onChange(segment.value)
  }
  return (
    <fieldset className={style.segments} data-wraps={wraps || undefined}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map((segment) => (
        <label key={segment.value} className={style.segment} data-color={segment.color ?? 'primary'}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            aria-keyshortcuts={segment.letter}
            onChange={() => onChange(segment.value)}
            onKeyDown={chooseByKey}
          />
          <span className={`${style.face} cluster middle to-middle bold nowrap`}>
            {segment.icon}
            {segment.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
