import { phoneTypes, relationships } from '#features/accounts/defaults/defaults.ts'
import { longest } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { phoneDigits, phoneInWords } from '#shared/entries.ts'

type LinkDraft = {
  relationship: (typeof relationships)[number]
  /** Digits only. */
  phone: string
  phoneType: (typeof phoneTypes)[number]
}
export type ParentDraft = LinkDraft & { firstName: string; lastName: string; email: string }

/** Link fields of a draft, without the parent's own fields. */
export const linkOf = ({ relationship, phone, phoneType }: LinkDraft): LinkDraft => ({ relationship, phone, phoneType })
export const linkWords = { relationship: 'Relationship', phone: ['Phone', phoneInWords], phoneType: 'Phone type' } as const

export const noParent: ParentDraft = { firstName: '', lastName: '', email: '', phone: '', phoneType: 'mobile', relationship: 'parent' }

/** Form fields for a new parent. */
export function ParentFields({ draft, onChange }: { draft: ParentDraft; onChange: (draft: ParentDraft) => void }) {
  const set = (part: Partial<ParentDraft>) => onChange({ ...draft, ...part })
  return (
    <>
      <TextField
        label="Email"
        hint="A parent who already has this address here is linked under their existing name."
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
      <LinkFields draft={draft} onChange={set} />
    </>
  )
}

/** Form fields for the link between parent and child. The phone is grouped as it is typed (spec §5). */
export function LinkFields({ draft, onChange: set }: { draft: LinkDraft; onChange: (part: Partial<LinkDraft>) => void }) {
  return (
    <>
      <Choice label="Relationship" options={relationships} value={draft.relationship} onChange={(relationship) => set({ relationship })} />
      <TextField
        label="Phone"
        type="tel"
        required={false}
        value={phoneInWords(draft.phone)}
        onChange={(text) => set({ phone: phoneDigits(text) })}
      />
      <Choice label="Phone type" options={phoneTypes} value={draft.phoneType} onChange={(phoneType) => set({ phoneType })} />
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
