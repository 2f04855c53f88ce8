import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronRight, TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { schedules, type ClassEntry } from '#features/schedule/api.ts'
import { takesSeat, taughtBy } from '#features/schedule/rules.ts'
import { clock, type Day, dayInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { Copyright } from '#web/shell/Copyright.tsx'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { ClassRoll } from './ClassRoll.tsx'
import { useIdle } from './use-idle.ts'
import style from './ClassroomPage.module.css'

const idleMs = 15 * 60_000
/** So that a tablet that is never turned off finds the next day. */
const refetchMs = 60_000

/** `/classroom`: what a shared device shows, without any of the staff's shell. */
export function ClassroomPage() {
  useTitle('Classroom')
  const me = useMe()
  const [centerId] = me.centers
  return (
    <div className={style.shell} data-audience="family">
      <header className={style.bar}>
        <Logo size={32} />
        <strong className={style.device}>{plain(me.firstName)}</strong>
        {centerId && <span className={style.center}>{centerId}</span>}
      </header>
      <main className={style.page}>
        {me.group === 'devices' && centerId ? (
          <Classroom centerId={centerId} />
        ) : (
          // An admin may open every page; this one takes its centre from the device.
          <EmptyState icon={<TabletSmartphone />} title="This page is for the classrooms’ devices">
            Add one under Devices, then activate it: here it shows today’s classes of its centre.
          </EmptyState>
        )}
      </main>
      <footer className={style.footer}>
        <Copyright />
      </footer>
    </div>
  )
}

/** Today's classes, or the roll of the one that was chosen; back to the classes when nobody is there any more. */
function Classroom({ centerId }: { centerId: string }) {
  const center = useQuery({ ...read(centers.one, { centerId }), refetchInterval: refetchMs })
  const [chosen, setChosen] = useState<{ classId: string; on: Day } | null>(null)
  const choose = (next: typeof chosen) => {
    setChosen(next)
    window.scrollTo({ top: 0 })
  }
  useIdle(idleMs, () => choose(null))
  // Also what closes an open screen at once when the device is revoked.
  useLive(`center:${centerId}`, ['attendance', 'schedule'], [schedules.day])
  if (center.error && !center.data)
    return (
      <ErrorState
        page
        title="The classes can’t be shown."
        message={sentenceFor(center.error)}
        busy={center.isFetching}
        onRetry={() => void center.refetch()}
      />
    )
  if (!center.data) return <Skeleton label="Loading the classes" lines={4} height="5rem" />
  const { today } = center.data
  if (chosen?.on === today) return <ClassRoll key={chosen.classId} {...chosen} centerId={centerId} onBack={() => choose(null)} />
  return <Chooser centerId={centerId} today={today} onChoose={(classId) => choose({ classId, on: today })} />
}

type ChooserProps = { centerId: string; today: Day; onChoose: (classId: string) => void }

function Chooser({ centerId, today, onChoose }: ChooserProps) {
  const { data, error, isFetching, refetch } = useQuery(read(schedules.day, { centerId, scheduleId: today }))
  return (
    <>
      <h1>
        Classes today <small>{dayInWords(today)}</small>
      </h1>
      {error && !data && (
        <ErrorState title="The classes can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading the classes" lines={4} height="5rem" />}
      {data?.schedules.length === 0 && (
        <EmptyState icon={<CalendarDays />} title={data.closed ? 'The centre is closed today' : 'No classes today'}>
          There is nothing to do here. The next classes appear by themselves on their day.
        </EmptyState>
      )}
      {data && data.schedules.length > 0 && (
        <ul className={style.classes}>
          {data.schedules.map((entry) => (
            <ClassCard key={entry.id} entry={entry} onChoose={() => onChoose(entry.id)} />
          ))}
        </ul>
      )}
    </>
  )
}

function ClassCard({ entry, onChoose }: { entry: ClassEntry; onChoose: () => void }) {
  const { name, time, endTime, students, cancelled } = entry
  const teacher = taughtBy(entry)
  const expected = students.filter(takesSeat)
  const taken = expected.filter(({ mark }) => mark !== null).length
  return (
    <li>
      <button type="button" className={style.class} data-cancelled={cancelled ? true : undefined} onClick={onChoose}>
        <span className={style.time} data-figures>
          {clock(time)}–{clock(endTime)}
        </span>
        <span className={style.name}>
          {plain(name)}
          {teacher && <small>{plain(teacher)}</small>}
        </span>
        <span className={style.taken} data-done={(!cancelled && taken === expected.length && taken > 0) || undefined} data-figures>
          {cancelled ? 'Cancelled' : expected.length === 0 ? 'Nobody expected' : `${taken} of ${expected.length} taken`}
        </span>
        <ChevronRight aria-hidden />
      </button>
    </li>
  )
}
