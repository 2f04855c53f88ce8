import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronRight } from 'lucide-react'
import { centers } from '#features/centers/api.ts'
import { type ClassEntry, schedules } from '#features/schedule/api.ts'
import { takesSeat, taughtBy } from '#features/schedule/rules.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import style from './Classroom.module.css'

/** Refetch interval in ms, so that a tablet that is never turned off notices a new day. */
const refetchMs = 60_000

/** Queries the center, whose `today` is the current date in its time zone. */
export const useToday = (centerId: string) =>
  useQuery({ ...read(centers.one, { centerId }), refetchInterval: refetchMs })

type ClassListProps = { centerId: string; onChoose: (entry: ClassEntry) => void }

/** List of a center's classes today, from which the user chooses one. */
export function ClassList({ centerId, onChoose }: ClassListProps) {
  const center = useToday(centerId)
  if (center.data) return <Classes centerId={centerId} today={center.data.today} onChoose={onChoose} />
  if (!center.error) return <Skeleton label={t('Loading the classes')} lines={4} height="5rem" />
  return (
    <ErrorState
      page
      title={t('The classes couldn’t be loaded.')}
      message={sentenceFor(center.error)}
      busy={center.isFetching}
      onRetry={() => void center.refetch()}
    />
  )
}

function Classes({ centerId, today, onChoose }: ClassListProps & { today: Day }) {
  const { data, error, isFetching, refetch } = useQuery(read(schedules.day, { centerId, scheduleId: today }))
  return (
    <>
      <h1>
        <Sentence text="Classes today {day}" day={<small>{dayInWords(today)}</small>} />
      </h1>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the classes')} lines={4} height="5rem" />
      )}
      {data?.schedules.length === 0 && (
        <EmptyState
          icon={<CalendarDays />}
          title={t(data.closed ? 'The center is closed today' : 'No classes today')}
        >
          {t('Classes appear here on the day they meet.')}
        </EmptyState>
      )}
      {data && data.schedules.length > 0 && (
        <ul className="grid gap-3">
          {data.schedules.map((entry) => (
            <ClassCard key={entry.id} entry={entry} onChoose={() => onChoose(entry)} />
          ))}
        </ul>
      )}
    </>
  )
}

function ClassCard({ entry, onChoose }: { entry: ClassEntry; onChoose: () => void }) {
  const { name, time, endTime, students, canceled } = entry
  const teacher = taughtBy(entry)
  const expected = students.filter(takesSeat)
  const taken = expected.filter(({ mark }) => mark !== null).length
  return (
    <li>
      <button
        type="button"
        className={`${style.class} grid middle pad-3-4 surface ink wide`}
        data-canceled={canceled ? true : undefined}
        onClick={onChoose}
      >
        <span className={`${style.time} nowrap`} data-figures>
          {clock(time)}–{clock(endTime)}
        </span>
        <span className={`${style.name} grid bold breakable`}>
          {name}
          {teacher && <small>{teacher}</small>}
        </span>
        <span
          className={`${style.taken} quiet`}
          data-done={(!canceled && taken === expected.length && taken > 0) || undefined}
          data-figures
        >
          {canceled
            ? t('Canceled')
            : expected.length === 0
              ? t('No students')
              : t('{taken} of {count} marked', { taken, count: expected.length })}
        </span>
        <ChevronRight aria-hidden />
      </button>
    </li>
  )
}
