import { CalendarDays } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, useState, type ComponentProps } from 'react'
import { dateInWords, fullDayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { dayTyped, readDay } from '#shared/entries.ts'
import { Field, type FieldProps } from './Field.tsx'
import style from './DayField.module.css'
import { t } from '#shared/language.ts'

/**
 * Current day at the chosen center, which gives the year for dates typed without one. Null if no center is
 * chosen or it hasn't loaded.
 */
export const Today = createContext<Day | null>(null)

/** Default year if there is no `Today`. */
const thisYear = new Date().getFullYear()

type DayFieldProps = Omit<FieldProps, 'error'> &
  Omit<
    ComponentProps<'input'>,
    'onChange' | 'value' | 'children' | 'className' | 'id' | 'type' | 'min' | 'max'
  > & {
    /** The day, or '' while the text isn't a valid day. */
    value: string
    min?: Day
    max?: Day
    onChange: (day: string) => void
  }

type Range = Pick<DayFieldProps, 'min' | 'max'>

/** Returns the error in the typed text, or null. */
function faultOf(typed: string, { day, min, max }: Range & { day: Day | null }) {
  if (typed.trim() === '') return null
  if (!day) return t('Enter a date such as 2/9 or 2/9/2026.')
  if (min && day < min) return t('Choose {day} or later.', { day: dateInWords(min) })
  return max && day > max ? t('Choose {day} or earlier.', { day: dateInWords(max) }) : null
}

/**
 * A field for a day that people type as `2/9` or `2-9-2026` (spec §5) or pick in the browser's calendar. The
 * recognized day is shown below. Invalid text keeps the form from being submitted.
 */
export function DayField({
  label,
  hint,
  required,
  value,
  min,
  max,
  onChange,
  onBlur,
  ...rest
}: DayFieldProps) {
  const today = useContext(Today)
  const year = today ? Number(today.slice(0, 4)) : thisYear
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The typed text is shown only while it matches the value. A day set from outside replaces it.
  const shown = typed !== null && (readDay(typed, year) ?? '') === value ? typed : value && dayTyped(value)
  const fault = faultOf(shown, { day: value || null, min, max })
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault])
  return (
    <Field
      label={label}
      hint={value ? <TypedDayHint day={value} hint={hint} /> : hint}
      error={left ? fault : null}
      required={required}
    >
      {(wiring) => (
        <span className={style.line}>
          <input
            {...rest}
            {...wiring}
            ref={input}
            type="text"
            autoComplete="off"
            placeholder={t('MM/DD')}
            maxLength={20}
            value={shown}
            onChange={({ target }) => {
              setLeft(false)
              setTyped(target.value)
              onChange(readDay(target.value, year) ?? '')
            }}
            onInvalid={() => setLeft(true)}
            onBlur={(event) => {
              setLeft(true)
              if (value) setTyped(null)
              onBlur?.(event)
            }}
          />
          <Calendar {...{ value, min, max, onChange }} />
        </span>
      )}
    </Field>
  )
}

function TypedDayHint({ day, hint }: { day: Day; hint: FieldProps['hint'] }) {
  return (
    <>
      {fullDayInWords(day)}
      {hint && <>. {hint}</>}
    </>
  )
}

/** A button that opens the browser's own calendar. */
function Calendar({ value, onChange, ...range }: Range & Pick<DayFieldProps, 'value' | 'onChange'>) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        {...range}
        ref={picker}
        className={style.picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <button
        type="button"
        className={`${style.open} grid center quiet rounded`}
        aria-label={t('Open the calendar')}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarDays aria-hidden />
      </button>
    </>
  )
}
