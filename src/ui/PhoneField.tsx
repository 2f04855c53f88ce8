import { useEffect, useRef, useState } from 'react'
import { phoneTyped } from '#shared/entries.ts'
import { Field } from './Field.tsx'
import { usePhoneInWords, usePhoneNumbers } from './use-phone.ts'
import { t } from '#shared/language.ts'

type PhoneFieldProps = {
  label: string
  /** The stored number or the text typed so far. */
  value: string
  /** Country to assume for a number without a country code. */
  country: string
  hint?: string | undefined
  required?: boolean
  onChange: (phone: string) => void
}

/**
 * A field for a phone number in any format. American numbers are grouped as they are typed (spec §5). A
 * foreign number is formatted when the field loses the focus. An invalid number keeps the form from being
 * submitted.
 */
export function PhoneField({ label, hint, value, country, required = false, onChange }: PhoneFieldProps) {
  const [used, setUsed] = useState(false)
  const [left, setLeft] = useState(false)
  const [before] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const numbers = usePhoneNumbers(used)
  const number = numbers && value !== before ? numbers.readPhone(value, country) : value
  const fault = number === null ? t('Enter a phone number with area code, or + and a country code.') : null
  const shown = usePhoneInWords(value)
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault])
  return (
    <Field label={label} hint={hint} error={left ? fault : null} required={required}>
      {(wiring) => (
        <input
          {...wiring}
          ref={input}
          type="tel"
          autoComplete="off"
          maxLength={64}
          value={shown}
          onFocus={() => setUsed(true)}
          onInvalid={() => setLeft(true)}
          onChange={(event) => {
            setLeft(false)
            onChange(phoneTyped(event.target.value))
          }}
          onBlur={() => {
            setLeft(true)
            if (number) onChange(number)
          }}
        />
      )}
    </Field>
  )
}
