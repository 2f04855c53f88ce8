import { phoneTypes, relationships } from '#features/accounts/defaults/rules.ts'
import { longest } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { phoneDigits, phoneInWords } from '#shared/entries.ts'

export type ParentDraft = {
  firstName: string
  lastName: string
  email: string
  /** Digits only. */
  phone: string
  phoneType: (typeof phoneTypes)[number]
  relationship: (typeof relationships)[number]
}

export const noParent: ParentDraft = { firstName: '', lastName: '', email: '', phone: '', phoneType: 'mobile', relationship: 'parent' }

type ParentFieldsProps = {
  draft: ParentDraft
  onChange: (draft: ParentDraft) => void
  /** The account is known: only the link can change. */ known?: boolean
}

/** What is asked about a parent. The phone is grouped as it is typed (spec §5). */
export function ParentFields({ draft, onChange, known = false }: ParentFieldsProps) {
  const set = (part: Partial<ParentDraft>) => onChange({ ...draft, ...part })
  return (
    <>
      {!known && (
        <>
          <TextField
            label="E-mail"
            hint="Somebody who is a parent here with this address is linked under the name they have."
            type="email"
            value={draft.email}
            onChange={(email) => set({ email })}
            maxLength={254}
          />
          <TextField label="First name" value={draft.firstName} onChange={(firstName) => set({ firstName })} maxLength={longest.name} />
          <TextField
            label="Last name"
            value={draft.lastName}
            onChange={(lastName) => set({ lastName })}
            maxLength={longest.name}
            required={false}
          />
        </>
      )}
      <Choice label="Relationship" options={relationships} value={draft.relationship} onChange={(relationship) => set({ relationship })} />
      <TextField
        label="Phone"
        type="tel"
        required={false}
        value={phoneInWords(draft.phone)}
        onChange={(text) => set({ phone: phoneDigits(text) })}
      />
      <Choice label="Kind of phone" options={phoneTypes} value={draft.phoneType} onChange={(phoneType) => set({ phoneType })} />
    </>
  )
}

type ChoiceProps<Option extends string> = { label: string; options: readonly Option[]; value: Option; onChange: (option: Option) => void }

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
