import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, CalendarClock, CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { family } from '#features/family/api.ts'
import { AwardLine, CreditLine, TestLine } from '#features/family/KeptLines.tsx'
import { classTime } from '#features/family/rules.ts'
import { dayInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { practice, type WorkLine } from './api.ts'
import { byUrgency, isOpen, result } from './rules.ts'
import style from './StudentHomePage.module.css'

/** A student's home: what to do now first, what is done below. */
export function StudentHomePage() {
  useTitle('Home')
  const me = useMe()
  const { data, error, refetch } = useQuery(read(practice.self, {}))
  useLive(`student:${me._id}`, ['work'], [practice.self])
  useLive(`student:${me._id}`, ['work', 'attendance', 'schedule'], [family.self])
  if (!data)
    return (
      <div className={style.page}>
        {error ? (
          <ErrorState page title="Your work can't be shown." message={sentenceFor(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton label="Loading your work" lines={5} />
        )}
      </div>
    )
  const open = data.work.filter(isOpen).toSorted(byUrgency)
  const done = data.work.filter((work) => !isOpen(work))
  return (
    <div className={style.page}>
      <h1>Hello {plain(data.firstName)}!</h1>
      <NextClass />
      <section aria-labelledby="now">
        <h2 id="now">To do now</h2>
        {open.length === 0 ? (
          <EmptyState icon={<CircleCheck aria-hidden />} title="All done">
            There is no homework waiting for you. New work from your teacher appears here by itself.
          </EmptyState>
        ) : (
          <ul className={style.cards}>
            {open.map((work) => (
              <OpenWork key={work._id} work={work} />
            ))}
          </ul>
        )}
      </section>
      {done.length > 0 && (
        <section aria-labelledby="done">
          <h2 id="done">Done</h2>
          <ul className={style.done}>
            {done.map((work) => (
              <li key={work._id}>
                <Link to="/student/homework/$hwId/sections" params={{ hwId: work._id }}>
                  <span>{plain(work.name)}</span>
                  <strong>{result(work)}</strong>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Kept />
    </div>
  )
}

/** When to come next. Without it the page is whole, so a failure says nothing. */
function NextClass() {
  const { data } = useQuery(read(family.self, {}))
  if (!data?.nextClass) return null
  return (
    <p className={style.next}>
      <CalendarClock aria-hidden />
      <span>
        Next class: <strong>{classTime(data.nextClass)}</strong> · {plain(data.nextClass.name)}
      </span>
    </p>
  )
}

/** What was won: awards, tests on paper, and make-ups that count. */
function Kept() {
  const { data } = useQuery(read(family.self, {}))
  const credits = data?.credits.filter(({ state }) => state === 'open' || state === 'booked') ?? []
  return (
    <>
      <Part title="Awards" items={data?.awards ?? []}>
        {(award) => <AwardLine award={award} />}
      </Part>
      <Part title="Tests" items={data?.tests.slice(0, 6) ?? []}>
        {(test) => <TestLine test={test} />}
      </Part>
      <Part title="Make-ups" items={credits}>
        {(credit) => <CreditLine credit={credit} />}
      </Part>
    </>
  )
}

type PartProps<T> = { title: string; items: readonly T[]; children: (item: T) => ReactNode }

function Part<T extends { _id: string }>({ title, items, children }: PartProps<T>) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={style.kept}>
        {items.map((item) => (
          <li key={item._id}>{children(item)}</li>
        ))}
      </ul>
    </section>
  )
}

function OpenWork({ work }: { work: WorkLine }) {
  return (
    <li>
      <Link to="/student/homework/$hwId/sections" params={{ hwId: work._id }} className={style.card}>
        <BookOpen aria-hidden />
        <span className={style.name}>{plain(work.name)}</span>
        {work.dueOn && <span className={style.due}>for {dayInWords(work.dueOn)}</span>}
        {work.state === 'started' ? (
          <ProgressBar label="Answered" done={work.answered} of={work.questions} />
        ) : (
          <span className={style.due}>{work.questions === 1 ? '1 question' : `${work.questions} questions`}</span>
        )}
        <span className={style.go}>{work.state === 'started' ? 'Go on' : 'Start'}</span>
      </Link>
    </li>
  )
}
