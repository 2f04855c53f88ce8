import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { students } from '#features/students/api.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'

type StudentChoiceProps = { centerId: string; value: string | null; onChange: (id: string) => void }

/**
 * Search field for an active student or prospect of the center, by name, number, or a parent's email or
 * phone.
 */
export function StudentChoice({ centerId, value, onChange }: StudentChoiceProps) {
  const [wanted, setWanted] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const { data, isPlaceholderData: isLate } = useQuery({
    ...read(students.list, { centerId, filter: 2, search: wanted }),
    placeholderData: keepPrevious({ centerId }),
  })
  // While results are outdated, hide those that don't match, so that Enter can't pick one of them.
  const words = wanted.toLowerCase().split(/\s+/)
  const found = (data?.students ?? [])
    .map(({ _id, firstName, lastName, studentNum }) => ({
      value: _id,
      label: `${fullName({ firstName, lastName })} · ${studentNum}`,
    }))
    .filter(({ label }) => !isLate || words.every((word) => label.toLowerCase().includes(word)))
  const options = chosen && !found.some((each) => each.value === chosen.value) ? [chosen, ...found] : found
  return (
    <SearchSelect
      label={t('Student')}
      placeholder={t('Name, number, or a parent’s email or phone')}
      data={options}
      value={value}
      onChange={(id) => {
        const option = options.find((each) => each.value === id)
        if (!option) return
        setChosen(option)
        onChange(option.value)
      }}
      onType={setWanted}
      late={isLate}
      required
      withAsterisk={false}
      openOnFocus={false}
      nothingFound={t(isLate ? 'Searching' : 'No matching student')}
      data-autofocus
    />
  )
}
