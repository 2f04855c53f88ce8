import { useQuery } from '@tanstack/react-query'
import { centers } from '#features/centers/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { subjects } from '#features/centers/subjects.ts'
import { clock } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { read } from '#web/api.ts'
import style from './Grading.module.css'
import type { Filter } from './rules.ts'

type FiltersProps = { centerId: string; filter: Filter; onFilter: (filter: Filter) => void }

/** Fields to filter the answers by one of today's classes and by subject. */
export function Filters({ centerId, filter, onFilter }: FiltersProps) {
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const day = useQuery({
    ...read(schedules.day, { centerId, scheduleId: center?.today ?? '' }),
    enabled: center !== undefined,
  })
  const today = day.data?.schedules ?? []
  return (
    <div className={`${style.filters} grid gap-3`}>
      <Field label={t('Class')}>
        {(wiring) => (
          <select
            {...wiring}
            required={false}
            value={filter.classId ?? ''}
            onChange={({ target: { value } }) => onFilter({ ...filter, classId: value || undefined })}
          >
            <option value="">{t('Everyone')}</option>
            {filter.classId && today.every(({ id }) => id !== filter.classId) && (
              <option value={filter.classId}>{t('Another class')}</option>
            )}
            {today.map(({ id, name, time }) => (
              <option key={id} value={id}>
                {clock(time)} {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('Subject')}>
        {(wiring) => (
          <select
            {...wiring}
            required={false}
            value={filter.subject ?? ''}
            onChange={({ target: { value } }) =>
              onFilter({ ...filter, subject: subjects.find((each) => each === value) })
            }
          >
            <option value="">{t('All subjects')}</option>
            {subjects.map((subject) => (
              <option key={subject} value={subject}>
                {t(subject)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
