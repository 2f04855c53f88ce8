import { useState } from 'react'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'

type NumFieldProps = {
  label: string
  value: number | undefined
  /** Called with undefined if the field is empty and not required. */
  onChange: (value: number | undefined) => void
  required?: boolean
  min?: number
  max?: number
  whole?: boolean
}

const readNum = (text: string) =>
  /^-?(\d+\.?\d*|\.\d+)$/.test(text.trim().replace('−', '-')) ? Number(text.trim().replace('−', '-')) : null

/** Number field. Keeps the text as typed, and reports numbers only if they are within the bounds. */
export function NumField({
  label,
  value,
  onChange,
  required = true,
  min = -1e9,
  max = 1e9,
  whole = false,
}: NumFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const [taken, setTaken] = useState(value)
  // Shows a value set from outside, for example by a preset.
  if (value !== taken) {
    setTaken(value)
    setText(value === undefined ? '' : String(value))
  }
  const num = readNum(text)
  const isFine =
    text.trim() === ''
      ? !required
      : num !== null && num >= min && num <= max && (!whole || Number.isInteger(num))
  const change = (next: string) => {
    setText(next)
    const read = readNum(next)
    if (
      next.trim() === ''
        ? required
        : read === null || read < min || read > max || (whole && !Number.isInteger(read))
    )
      return
    setTaken(read ?? undefined)
    onChange(read ?? undefined)
  }
  const bounds =
    min === -1e9
      ? t('Enter a number.')
      : whole
        ? t('Enter a whole number from {min} to {max}.', { min, max })
        : t('Enter a number from {min} to {max}.', { min, max })
  return (
    <TextField
      label={label}
      required={required}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={text}
      onChange={change}
      error={isFine ? null : bounds}
    />
  )
}
