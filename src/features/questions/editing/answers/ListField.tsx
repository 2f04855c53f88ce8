import { type ComponentProps, useState } from 'react'
import { TextField } from '#ui/TextField.tsx'

type ListFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  values: readonly string[]
  /** Returns the values in a text. */
  read: (text: string) => string[]
  onChange: (values: string[]) => void
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, at) => value === other[at])

/**
 * Field for several values, separated by commas. Keeps the text as typed until the values change from
 * outside, for example because the list now belongs to another variable.
 */
export function ListField({ values, read, onChange, ...field }: ListFieldProps) {
  const [typed, setTyped] = useState('')
  return (
    <TextField
      {...field}
      autoComplete="off"
      value={isSame(read(typed), values) ? typed : values.join(', ')}
      onChange={(text) => {
        setTyped(text)
        onChange(read(text))
      }}
    />
  )
}
