import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reader, t } from '#shared/language.ts'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { countries, countryName } from '#shared/countries.ts'
import { recordOf } from '#shared/field-table.ts'
import { centers } from './api.ts'
import { centerLabels, lineLengths, lines } from './fields.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** All time zones as options. The user's own comes first, because a new center is usually nearby. */
export const zoneOptions = [...new Set([ownZone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}))

const byName = new Intl.Collator(reader().tag).compare
const countryOptions = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((left, right) => byName(left.label, right.label))

export const CountryField = ({ value, onChange }: { value: string; onChange: (country: string) => void }) => (
  <SearchSelect
    label={t(centerLabels.country)}
    description={t('Phone numbers without a country code are assumed to be from this country.')}
    data={countryOptions}
    value={value}
    onChange={(country) => country && onChange(country)}
    nothingFound={t('No matching country')}
  />
)

/** Sheet that creates a center and opens it. The time zone determines the center's local date and time. */
export function CenterSheet({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({
    name: '',
    ...recordOf(lines, () => ''),
    timeZone: ownZone,
    country: 'US',
  })
  const set = (name: keyof typeof fields) => (text: string) => setFields((old) => ({ ...old, [name]: text }))
  const [error, setError] = useState<Error | null>(null)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const create = useSend(centers.create, {
    onSuccess: ({ _id }) => {
      void queries.invalidateQueries({ queryKey: [centers.list.path] })
      onClose()
      toast(t('Center created.'))
      void navigate({ to: '/centers/$centerId', params: { centerId: _id } })
    },
    onError: setError,
  })
  return (
    <EditSheet
      title={t('New center')}
      save={t('Create center')}
      busy={create.isPending}
      error={error}
      onSave={() => create.mutate(fields)}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        hint={t(
          'Letters, digits, spaces, periods, apostrophes and hyphens. The name can’t be changed later.',
        )}
        value={fields.name}
        onChange={set('name')}
        maxLength={60}
        required
        data-autofocus
      />
      {lines.map((each) => (
        <TextField
          key={each}
          label={t(centerLabels[each])}
          value={fields[each]}
          onChange={set(each)}
          maxLength={lineLengths[each]}
          {...(each === 'email' && { type: 'email', required: false })}
          {...(each === 'website' && { required: false })}
        />
      ))}
      <CountryField value={fields.country} onChange={set('country')} />
      <SearchSelect
        label={t(centerLabels.timeZone)}
        data={zoneOptions}
        value={fields.timeZone}
        onChange={(zone) => zone && set('timeZone')(zone)}
        nothingFound={t('No matching time zone')}
      />
    </EditSheet>
  )
}
