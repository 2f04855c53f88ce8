import { useEffect, useRef } from 'react'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { readCents } from './amounts.ts'

type AmountFieldProps = {
  label: string
  currency: string
  value: string
  hint?: string
  onChange: (text: string) => void
}

const fault = 'Enter an amount such as 120 or 120.50.'

/** Field for an amount of money, which must be above 0. */
export function AmountField({ label, currency, value, hint, onChange }: AmountFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const isWrong = value.trim() !== '' && !readCents(value)
  useEffect(() => {
    box.current?.querySelector('input')?.setCustomValidity(isWrong ? t(fault) : '')
  }, [isWrong])
  return (
    <div ref={box}>
      <TextField
        label={`${label} (${currency})`}
        hint={hint}
        error={isWrong ? t(fault) : null}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={value}
        onChange={onChange}
        data-autofocus
      />
    </div>
  )
}
