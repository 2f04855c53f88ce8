import { Checkbox, Chip, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { people } from '#features/accounts/people/api.ts'
import { material } from '#features/material/api.ts'
import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { read } from '#web/api.ts'
import type { StudentConditions } from './figures.ts'

export type Option = { value: string; label: string }

type StudentFiltersProps = {
  centerId: string
  classes: readonly Option[]
  narrowing: StudentConditions
  onChange: (part: StudentConditions) => void
}

/** Limits offered in the menu: percentages for attendance and scores, and a count for absences. */
const limits = { attendanceBelow: [95, 90, 80, 70, 50], absences: [1, 2, 3, 5], scoreBelow: [90, 80, 70, 60] }

const words = {
  attendanceBelow: (limit: number) => t('Attendance below {limit}%', { limit }),
  absences: (least: number) => t('{absences} or more', { absences: counted(least, 'absence') }),
  scoreBelow: (limit: number) => t('Last score below {limit}%', { limit }),
}

type Limit = keyof typeof limits

function useChoices(centerId: string) {
  const { data: staff = [] } = useQuery(read(people.staff, { centerId }))
  const { data: levels = [] } = useQuery(read(material.levels, {}))
  return {
    teachers: staff
      .filter(({ duties }) => duties.includes('teacher'))
      .map(({ _id, firstName, lastName }) => ({ value: _id, label: fullName({ firstName, lastName }) })),
    levels: [...new Set(levels.map(({ name }) => name))],
  }
}

/** Filters for a list of students: students to watch, and a menu for figures, class, level and teacher. */
export function StudentFilters({ centerId, classes, narrowing, onChange }: StudentFiltersProps) {
  const { teachers, levels } = useChoices(centerId)
  const set = (part: StudentConditions) => onChange(part)
  const pick = { clearable: true, comboboxProps: { withinPortal: false }, openOnFocus: false } as const
  return (
    <div className="cluster middle gap-2">
      <Chip
        checked={narrowing.watch ?? false}
        variant="outline"
        onChange={(on) => set({ watch: on || undefined })}
      >
        {t('Students to watch')}
      </Chip>
      <Popover position="bottom-start" trapFocus withinPortal width={300}>
        <Popover.Target>
          <Button kind="quiet" icon={<ListFilter aria-hidden />}>
            {t('Filters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Filters')}>
          <div className="stack gap-3">
            <LimitField label={t('Attendance')} limit="attendanceBelow" {...{ narrowing, set }} />
            <LimitField label={t('Absences in 12 weeks')} limit="absences" {...{ narrowing, set }} />
            <LimitField label={t('Last score')} limit="scoreBelow" {...{ narrowing, set }} />
            <Checkbox
              label={t('Has overdue work')}
              checked={narrowing.overdue ?? false}
              onChange={({ currentTarget }) => set({ overdue: currentTarget.checked || undefined })}
            />
            <SearchSelect
              {...pick}
              label={t('Class')}
              placeholder={t('Any class')}
              data={[...classes]}
              value={narrowing.classId ?? null}
              onChange={(classId) => set({ classId: classId ?? undefined })}
              nothingFound={t('No matching class')}
            />
            <SearchSelect
              {...pick}
              label={t('Level')}
              placeholder={t('Any level')}
              data={levels}
              value={narrowing.level ?? null}
              onChange={(level) => set({ level: level ?? undefined })}
              nothingFound={t('No matching level')}
            />
            <SearchSelect
              {...pick}
              label={t('Teacher')}
              placeholder={t('Any teacher')}
              data={teachers}
              value={narrowing.teacherId ?? null}
              onChange={(teacherId) => set({ teacherId: teacherId ?? undefined })}
              nothingFound={t('No teacher by that name')}
            />
          </div>
        </Popover.Dropdown>
      </Popover>
      <ActiveFilters {...{ narrowing, set, teachers, classes }} />
    </div>
  )
}

type Part = { narrowing: StudentConditions; set: (part: StudentConditions) => void }

function LimitField({ label, limit, narrowing, set }: Part & { label: string; limit: Limit }) {
  return (
    <Field label={label} required={false}>
      {(wiring) => (
        <select
          {...wiring}
          value={narrowing[limit] ?? ''}
          onChange={({ target }) => set({ [limit]: Number(target.value) || undefined })}
        >
          <option value="">{t('Any')}</option>
          {limits[limit].map((value) => (
            <option key={value} value={value}>
              {words[limit](value)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Active filters of the menu, each with a button that removes it. */
function ActiveFilters({
  narrowing,
  set,
  teachers,
  classes,
}: Part & { teachers: readonly Option[]; classes: readonly Option[] }) {
  const named = (options: readonly Option[], id: string, other: string) =>
    options.find(({ value }) => value === id)?.label ?? other
  const { attendanceBelow, absences, scoreBelow, overdue, classId, teacherId, level } = narrowing
  const chosen: [keyof StudentConditions, string | undefined | false][] = [
    ['attendanceBelow', attendanceBelow && words.attendanceBelow(attendanceBelow)],
    ['absences', absences && words.absences(absences)],
    ['scoreBelow', scoreBelow && words.scoreBelow(scoreBelow)],
    ['overdue', overdue && t('Overdue work')],
    ['classId', classId && named(classes, classId, t('A class'))],
    ['level', level],
    ['teacherId', teacherId && named(teachers, teacherId, t('A teacher'))],
  ].filter(([, text]) => text) as [keyof StudentConditions, string][]
  return chosen.map(([key, text]) => (
    <Button key={key} icon={<X aria-hidden />} onClick={() => set({ [key]: undefined })}>
      <span className="visually-hidden">{t('Remove filter:')} </span>
      {text}
    </Button>
  ))
}
