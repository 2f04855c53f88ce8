import { phoneTypes, relationships } from '#features/accounts/defaults/defaults.ts'
import type { Language } from '#shared/language.ts'
import { capitalized, longest } from '#shared/text.ts'
import { useCountry } from '#features/centers/use-country.ts'
import { t } from '#shared/language.ts'
import { PhoneField } from '#ui/PhoneField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { phoneInWords } from '#shared/entries.ts'
import { LanguageField } from './LanguageField.tsx'
import { type LinkValues, parentLabels } from './parents/fields.ts'

type LinkDraft = Pick<LinkValues, 'relationship' | 'phone' | 'phoneType'>
export type ParentDraft = LinkDraft & {
  firstName: string
  lastName: string
  email: string
  language?: Language | undefined
}

/** Picks the link fields of a draft, without the parent's own fields. */
export const linkDraftOf = ({ relationship, phone, phoneType }: LinkDraft): LinkDraft => ({
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

/**
 * True if a parent has no first name, email or phone. The last name doesn't count, because it may be
 * prefilled.
 */
export const isBlank = ({ firstName, email, phone }: ParentDraft) =>
  [firstName, email, phone].every((text) => text.trim() === '')

type ParentFieldsProps = {
  draft: ParentDraft
  onChange: (draft: ParentDraft) => void
  /** True if the parent may be left blank. */
  optional?: boolean
}

/** Form fields for a new parent, who needs a phone number or an email address. */
export function ParentFields({ draft, onChange, optional = false }: ParentFieldsProps) {
  const set = (part: Partial<ParentDraft>) => onChange({ ...draft, ...part })
  const isNeeded = !optional || !isBlank(draft)
  return (
    <>
      <TextField
        label={t(parentLabels.firstName)}
        value={draft.firstName}
        onChange={(firstName) => set({ firstName })}
        maxLength={longest.name}
        required={isNeeded}
      />
      <TextField
        label={t(parentLabels.lastName)}
        value={draft.lastName}
        onChange={(lastName) => set({ lastName })}
        maxLength={longest.name}
        required={false}
      />
      <LinkFields draft={draft} onChange={set} phoneRequired={isNeeded && draft.email.trim() === ''} />
      <TextField
        label={t(parentLabels.email)}
        hint={t('Needed to log in. If a parent here already uses this address, that parent is linked.')}
        type="email"
        value={draft.email}
        onChange={(email) => set({ email })}
        maxLength={254}
        required={false}
      />
      <LanguageField
        value={draft.language ?? null}
        onChange={(language) => set({ language: language ?? undefined })}
      />
    </>
  )
}

/** Form fields for the link between parent and child. */
export function LinkFields({
  draft,
  onChange: set,
  phoneRequired = false,
}: {
  draft: LinkDraft
  onChange: (part: Partial<LinkDraft>) => void
  phoneRequired?: boolean
}) {
  return (
    <>
      <PhoneField
        label={t(parentLabels.phone)}
        hint={phoneRequired ? t('Or enter an email address.') : undefined}
        required={phoneRequired}
        country={useCountry()}
        value={draft.phone}
        onChange={(phone) => set({ phone })}
      />
      <Choice
        label={t(parentLabels.phoneType)}
        options={phoneTypes}
        value={draft.phoneType}
        onChange={(phoneType) => set({ phoneType })}
      />
      <Choice
        label={t(parentLabels.relationship)}
        options={relationships}
        value={draft.relationship}
        onChange={(relationship) => set({ relationship })}
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
          <option key={each} value={each}>
            {capitalized(t<string>(each))}
          </option>
        ))}
      </select>
    )}
  </Field>
)
