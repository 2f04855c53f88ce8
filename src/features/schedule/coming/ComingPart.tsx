import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { classTime } from '../class-time.ts'
import { Part } from '#features/students/Part.tsx'
import { placeWords } from '#features/students/rules.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { WordState } from '#ui/WordState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { type ComingClass, comingClasses } from './api.ts'
import style from './Coming.module.css'
import { reasonNotExpected } from './not-expected.ts'

type StudentRef = { centerId: string; studentId: string }

/** The next class in which a student is expected, in one line. */
export function NextClass(props: StudentRef) {
  const { data, error } = useQuery(read(comingClasses.ofStudent, props))
  if (!data) return <WordState error={error} />
  const next = data.find((each) => reasonNotExpected(each) === null)
  if (next) return `${classTime(next)} · ${next.name}`
  return <span className={style.quiet}>{t('None in the next two weeks')}</span>
}

type ComingPartProps = StudentRef & {
  renderActions: (coming: ComingClass) => ReactNode
}

/** Classes of the next two weeks by day. If the student isn't expected in one, the reason is shown. */
export function ComingPart({ renderActions, ...studentRef }: ComingPartProps) {
  const { data, error, isFetching, refetch } = useQuery(read(comingClasses.ofStudent, studentRef))
  useLive(`student:${studentRef.studentId}`, ['schedule', 'attendance'], [comingClasses.ofStudent])
  return (
    <Part title={t('Upcoming classes')} empty={data?.length === 0 && t('No classes in the next two weeks.')}>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the upcoming classes')}
          lines={2}
          height="2.5rem"
        />
      )}
      {data && data.length > 0 && (
        <ol>
          {data.map((each) => (
            <ComingClassCard key={`${each.on} ${each.classId}`} coming={each}>
              {renderActions(each)}
            </ComingClassCard>
          ))}
        </ol>
      )}
    </Part>
  )
}

function ComingClassCard({ coming, children }: { coming: ComingClass; children: ReactNode }) {
  const { on, isToday, time, endTime, name, type } = coming
  const why = reasonNotExpected(coming)
  return (
    <li className={`${style.row} grid middle gap-0-3 breakable ruled`} data-off={why !== null || undefined}>
      <strong>{isToday ? t('Today') : dayInWords(on)}</strong>
      <span data-figures>
        {clock(time)}–{clock(endTime)}
      </span>
      <span>{name}</span>
      <span className={style.quiet}>{why === null ? t(placeWords[type]) : why}</span>
      {children}
    </li>
  )
}
