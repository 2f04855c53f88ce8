import { phoneTypes, relationships } from '#features/accounts/defaults/defaults.ts'
import { longest } from '#shared/text.ts'
import { useCountry } from '#features/centers/use-country.ts'
import { PhoneField } from '#ui/PhoneField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { phoneInWords } from '#shared/entries.ts'
import { type LinkValues, parentLabels } from './parents/fields.ts'

type LinkDraft = Pick<LinkValues, 'relationship' | 'phone' | 'phoneType'>
export type ParentDraft = LinkDraft & { firstName: string; lastName: string; email: string }

/** Link fields of a draft, without the parent's own fields. */
export const linkOf = ({ relationship, phone, phoneType }: LinkDraft): LinkDraft => ({
  relationship,
  phone,
  phoneType,
})
export const linkWords = { ...parentLabels, phone: [parentLabels.phone, phoneInWords] } as const

export const noParent: ParentDraft = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  phoneType: 'mobile',
  relationship: 'parent',
}

/** Form fields for a new parent. */
export function ParentFields({
  draft,
  onChange,
}: {
  draft: ParentDraft
  onChange: (draft: ParentDraft) => void
}) {
  const set = (part: Partial<ParentDraft>) => onChange({ ...draft, ...part })
  return (
    <>
      <TextField
        label={parentLabels.email}
        hint="A parent who already has this address here is linked under their existing name."
        type="email"
        value={draft.email}
        onChange={(email) => set({ email })}
        maxLength={254}
      />
      <TextField
        label={parentLabels.firstName}
        value={draft.firstName}
        onChange={(firstName) => set({ firstName })}
        maxLength={longest.name}
      />
      <TextField
        label={parentLabels.lastName}
        value={draft.lastName}
        onChange={(lastName) => set({ lastName })}
        maxLength={longest.name}
        required={false}
      />
      <LinkFields draft={draft} onChange={set} />
    </>
  )
}

/** Form fields for the link between parent and child. */
export function LinkFields({
  draft,
  onChange: set,
}: {
  draft: LinkDraft
  onChange: (part: Partial<LinkDraft>) => void
}) {
  return (
    <>
      <Choice
        label={parentLabels.relationship}
        options={relationships}
        value={draft.relationship}
        onChange={(relationship) => set({ relationship })}
      />
      <PhoneField
        label={parentLabels.phone}
        country={useCountry()}
        value={draft.phone}
        onChange={(phone) => set({ phone })}
      />
      <Choice
        label={parentLabels.phoneType}
        options={phoneTypes}
        value={draft.phoneType}
        onChange={(phoneType) => set({ phoneType })}
      />
    </>
  )
}

type ChoiceProps<Option extends string> = {
  label: string
  options: readonly Option[]
  value: Option
  onChange: (option: Option) => void
}

const Choice = <Option extends string>({ label, options, value, onChange }: ChoiceProps<Option>) => (
  <Field label={label}>
    {(wiring) => (
      <select {...wiring} value={value} onChange={({ target }) => onChange(target.value as Option)}>
        {options.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    )}
  </Field>
)
