import { useQuery } from '@tanstack/react-query'
import { type Class, classes } from '../classes/api.ts'
import type { Subject } from '#features/centers/rules.ts'
import { subjects } from '#features/centers/subjects.ts'
import { clock, shortWeekday } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { read } from '#web/api.ts'

type ClassChoiceProps = {
  centerId: string
  /** Class that can't be chosen. */
  but?: string | undefined
  /** Subject to which the choice is limited. */
  subject?: Subject
  value: string | null
  onChange: (chosen: Class) => void
}

const labelOf = ({ name, day, time, stuCount, maxSize }: Class) =>
  `${name} · ${shortWeekday(day)} ${clock(time)} · ${stuCount}/${maxSize}`

/** Select for one of the center's classes, grouped by subject, with time and seats. */
export function ClassChoice({ centerId, but, subject: only, value, onChange }: ClassChoiceProps) {
  const { data = [], isPending } = useQuery(read(classes.list, { centerId }))
  const open = data.filter(({ id, subject }) => id !== but && (!only || subject === only))
  const groups = subjects.map((group) => ({
    group: t(group),
    items: open
      .filter(({ subject }) => subject === group)
      .map((each) => ({ value: each.id, label: labelOf(each) })),
  }))
  return (
    <SearchSelect
      label={t('Class')}
      placeholder={
        isPending ? t('Loading the classes') : t(open.length === 0 ? 'No classes yet' : 'Choose a class')
      }
      data={groups.filter(({ items }) => items.length > 0)}
      value={value}
      onChange={(id) => {
        const chosen = open.find((each) => each.id === id)
        if (chosen) onChange(chosen)
      }}
      required
      withAsterisk={false}
      // If the list opened on focus, it would swallow the Escape key that closes the sheet.
      openOnFocus={false}
      nothingFound={t('No matching class')}
      data-autofocus
    />
  )
}
