import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, BookOpen } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { HomeworkLine } from '#features/practice/api.ts'
import { isOpen } from '#features/practice/rules.ts'
import { ChildCalendar } from '#features/schedule/calendar/AddressDialog.tsx'
import { dayInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LinePlot } from '#ui/LinePlot.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { family, type Completed, type ChildRecord, type MarkLine } from './api.ts'
import { ChildFacts, ChildHead, MarkIcon } from './ChildGlance.tsx'
import style from './Family.module.css'
import { attendanceCounts, attendanceWord, markLook, rightByDay } from './rules.ts'

const page = getRouteApi('/family/parent/students/$studentId')

/** One child: the answer first, then homework, progress, attendance and what was done. */
export function ChildPage() {
  const { studentId: id } = page.useParams()
  const { data, error, refetch, isFetching } = useQuery(read(family.child, { id }))
  useLive(`student:${id}`, ['work', 'answer', 'attendance'], [family.child])
  useTitle(data ? plain(data.firstName) : null)
  return (
    <div className={style.page}>
      <Link to="/parent" className={style.back}>
        <ArrowLeft aria-hidden /> Dashboard
      </Link>
      {!data && error && (
        <ErrorState page title="This child can't be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading the child" lines={4} height="6rem" />}
      {data && <Record child={data} />}
    </div>
  )
}

function Record({ child }: { child: ChildRecord }) {
  return (
    <>
      <section className={style.panel}>
        <ChildHead child={child} heading="h1" />
        <ChildFacts child={child} />
        <div>
          <ChildCalendar childId={child._id} name={plain(child.firstName)} />
        </div>
      </section>
      <section className={style.panel} aria-labelledby="homework">
        <h2 id="homework">Homework</h2>
        {child.homework.length === 0 ? (
          <EmptyState icon={<BookOpen aria-hidden />} title="No homework yet">
            What the centre gives to do at home appears here with its result.
          </EmptyState>
        ) : (
          <Shortened items={child.homework} idOf={({ _id }) => _id} className={style.lines}>
            {(work) => <WorkLine childId={child._id} work={work} />}
          </Shortened>
        )}
      </section>
      <Progress activities={child.activities} />
      <Attendance marks={child.attendance} />
      {child.activities.length > 0 && (
        <section className={style.panel} aria-labelledby="activities">
          <h2 id="activities">Activities</h2>
          <Shortened items={child.activities} idOf={({ _id }) => _id} className={style.lines}>
            {(activity) => <ActivityLine activity={activity} />}
          </Shortened>
        </section>
      )}
    </>
  )
}

const atFirst = 6

type ShortenedProps<T> = { items: readonly T[]; idOf: (item: T) => string; className: string | undefined; children: (item: T) => ReactNode }

/** A list that begins with its first lines, so that a phone sees what comes after it; the rest when asked. */
function Shortened<T>({ items, idOf, className, children }: ShortenedProps<T>) {
  const [whole, setWhole] = useState(false)
  return (
    <>
      <ul className={className}>
        {(whole ? items : items.slice(0, atFirst)).map((item) => (
          <li key={idOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {!whole && items.length > atFirst && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          Show all {items.length}
        </Button>
      )}
    </>
  )
}

function WorkLine({ childId, work }: { childId: string; work: HomeworkLine }) {
  const name = plain(work.name)
  return (
    <Link to="/parent/students/$studentId/homework/$hwId/sections" params={{ studentId: childId, hwId: work._id }} className={style.work}>
      {work.state === 'submitted' || work.correct === null || work.total === null ? (
        <span className={style.name}>{name}</span>
      ) : (
        <ProgressBar label={name} done={work.correct} of={work.total} />
      )}
      <span className={style.quiet}>{workWords(work)}</span>
    </Link>
  )
}

/** What stands under a homework's name. */
function workWords(work: HomeworkLine) {
  const due = work.dueOn ? `, for ${dayInWords(work.dueOn)}` : ''
  if (work.state === 'assigned') return `Not begun${due}`
  if (isOpen(work)) return `${work.answered} of ${work.questions} answered${due}`
  if (work.state === 'submitted') return 'Being graded'
  return work.hint ? `With hints on ${work.hint}` : 'Without hints'
}

const hintWords = (hint: number | null) => (hint ? `, hints on ${hint}` : '')

/** A plot needs two points. */
function Progress({ activities }: { activities: Completed[] }) {
  const days = rightByDay(activities)
  if (days.length < 2) return null
  return (
    <section className={style.panel}>
      <LinePlot
        label="Right in homework, by day"
        head="Day"
        points={days.map(({ date }) => dayInWords(date).replace(/^\w+, /, ''))}
        lines={[{ name: 'Right', values: days.map(({ percent }) => percent) }]}
        most={100}
        unit="%"
      />
    </section>
  )
}

function Attendance({ marks }: { marks: MarkLine[] }) {
  return (
    <section className={style.panel} aria-labelledby="attendance">
      <h2 id="attendance">Attendance of the last 12 weeks</h2>
      {marks.length === 0 ? (
        <p className={style.quiet}>No attendance was taken yet.</p>
      ) : (
        <>
          <p>
            {attendanceCounts(marks)
              .map(([word, count]) => `${word} ${count}`)
              .join(' · ')}
          </p>
          <div className={style.squares} aria-hidden>
            {marks.map((mark, at) => (
              <span key={at} data-look={markLook(mark)} title={`${dayInWords(mark.on)}: ${attendanceWord(mark)}`}>
                <MarkIcon mark={mark} />
              </span>
            ))}
          </div>
          <details className={style.days}>
            <summary>Day by day</summary>
            <dl>
              {marks.toReversed().map((mark, at) => (
                <Fragment key={at}>
                  <dt>
                    {dayInWords(mark.on)} · {plain(mark.name)}
                  </dt>
                  <dd>{attendanceWord(mark)}</dd>
                </Fragment>
              ))}
            </dl>
          </details>
        </>
      )}
    </section>
  )
}

function ActivityLine({ activity }: { activity: Completed }) {
  const { date, name, level, chapter, correct, total, hint } = activity
  return (
    <div className={style.activity}>
      <span className={style.quiet}>{dayInWords(date)}</span>
      <span className={style.name}>{plain(name)}</span>
      <span className={style.quiet}>
        {plain(level)}, chapter {chapter}
      </span>
      <span>
        {correct} of {total} right{hintWords(hint)}
      </span>
    </div>
  )
}
