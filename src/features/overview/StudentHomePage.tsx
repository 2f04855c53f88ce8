import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, CalendarClock, CircleCheck, ClipboardList, Clock, Compass } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { family } from '#features/family/api.ts'
import { AwardLine, TestLine } from '#features/family/RecordLines.tsx'
import { classTime } from '#features/schedule/class-time.ts'
import { dayInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Loading } from '#ui/Loading.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useOutbox } from '#web/outbox.ts'
import { useMe } from '#web/session.tsx'
import { LiveUpdatesDown } from '#web/LiveUpdatesDown.tsx'
import { InstallHint } from '#web/shell/InstallHint.tsx'
import { useTitle } from '#web/title.ts'
import { type NextQuestion, practice, type WorkLine } from '#features/practice/api.ts'
import { byUrgency, isOpen, kindTitles, result, type WorkKind } from '#features/practice/rules.ts'
import { later } from '#web/later.tsx'
import style from './StudentHomePage.module.css'
import { useMoreWork } from '#features/practice/use-more-work.ts'
import { asStudent, links, workLink } from '#features/practice/question-ref.ts'
import { timeLeft, useTimeLeft } from '#features/practice/use-time-left.ts'

// Loads the saving status separately, because it is rarely shown.
const SavedState = later(() => import('#ui/SavedState.tsx').then((part) => part.SavedState))
const OwnGoal = later(() => import('#features/goals/OwnGoal.tsx').then((part) => part.OwnGoal))
const OwnPath = later(() => import('#features/mastery/OwnPath.tsx').then((part) => part.OwnPath))

/**
 * A student's home page: work to do now at the top, then the weekly goal and the path to the next medal, and
 * finished work below.
 */
export function StudentHomePage() {
  useTitle(t('Home'))
  const me = useMe()
  const outbox = useOutbox()
  const { works, showMore } = useMoreWork(me._id)
  const { data, error, isFetching, refetch } = useQuery({
    ...read(practice.self, { works }),
    placeholderData: keepPreviousData,
  })
  // Loads the data that is shown around the work at the same time as the work, so that nothing shifts when a
  // child is about to tap.
  useQuery(read(family.self, {}))
  useLive(`student:${me._id}`, ['work'], [practice.self])
  useLive(`student:${me._id}`, ['work', 'attendance', 'schedule'], [family.self])
  if (!data)
    return (
      <div className={`${style.page} grid column gap-6`}>
        <QueryState query={{ error, refetch }} of={t('your work')} height="9rem" page />
      </div>
    )
  const open = data.work.filter(isOpen).toSorted(byUrgency)
  const [first, ...rest] = open
  const done = data.work.filter((work) => !isOpen(work))
  return (
    <div className={`${style.page} in-order grid column gap-6`}>
      <div className="cluster middle apart gap-2">
        <h1>{t('Hello {firstName}!', { firstName: data.firstName })}</h1>
        {outbox.word !== 'saved' && <SavedState state={outbox.word} waiting={outbox.unsent.length} />}
      </div>
      <LiveUpdatesDown />
      <NextClass />
      <section aria-labelledby="now">
        <h2 id="now">{t('To do now')}</h2>
        {open.length === 0 ? (
          <EmptyState icon={<CircleCheck aria-hidden />} title={t('All done')}>
            {t('Nothing to do right now. New work from your teacher will show up here.')}
          </EmptyState>
        ) : (
          <ul className={`${style.cards} grid gap-4`}>
            {first && <FirstWork work={first} next={data.next} />}
            {rest.map((work) => (
              <OpenWork key={work._id} work={work} />
            ))}
          </ul>
        )}
      </section>
      <OwnGoal />
      <OwnPath />
      {done.length > 0 && (
        <section aria-labelledby="done">
          <h2 id="done">{t('Done')}</h2>
          <ul className={`${style.done} card`}>
            {done.map((work) => (
              <DoneWork key={work._id} work={work} />
            ))}
          </ul>
          {data.more && (
            <Button kind="quiet" busy={isFetching} onClick={showMore}>
              {t('Show more')}
            </Button>
          )}
        </section>
      )}
      <AwardsAndTests />
      <InstallHint />
    </div>
  )
}

/** Next class of the student. Shows no errors, because the page is complete without it. */
function NextClass() {
  const { data, isPending } = useQuery(read(family.self, {}))
  if (isPending) return <Loading />
  if (!data?.nextClass) return null
  return (
    <p className={`${style.next} row gap-2 breakable`}>
      <CalendarClock aria-hidden />
      <span>
        <Sentence
          text="Next class: {time} {name}"
          time={
            <>
              <strong>{classTime(data.nextClass)}</strong> ·
            </>
          }
          name={data.nextClass.name}
        />
      </span>
    </p>
  )
}

function AwardsAndTests() {
  const { data } = useQuery(read(family.self, {}))
  return (
    <>
      <Part title={t('Awards')} items={data?.awards ?? []}>
        {(award) => <AwardLine award={award} />}
      </Part>
      <Part title={t('Tests on paper')} items={data?.tests.slice(0, 6) ?? []}>
        {(test) => <TestLine test={test} />}
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
      <ul className={`${style.kept} card grid`}>
        {items.map((item) => (
          <li key={item._id}>{children(item)}</li>
        ))}
      </ul>
    </section>
  )
}

const signs = { assessment: Compass, homework: BookOpen, test: ClipboardList } as const satisfies Record<
  WorkKind,
  unknown
>

function DoneWork({ work }: { work: WorkLine }) {
  const Sign = signs[work.kind]
  return (
    <li>
      <Link to={workLink(asStudent, work)}>
        <span className={`${style.of} row middle gap-3 breakable shrinks`}>
          <Sign aria-hidden />
          <span>
            {work.warmUp ? t('Warm-up') : work.name}{' '}
            <span className="visually-hidden">{t(kindTitles[work.kind])}</span>
          </span>
        </span>
        <strong>{result(work)}</strong>
      </Link>
    </li>
  )
}

const titleOf = ({ kind, warmUp }: WorkLine) => (warmUp ? t('Warm-up') : t(kindTitles[kind]))

/** Large card for the work to do next. If the work has been started, the card leads to its next question. */
function FirstWork({ work, next }: { work: WorkLine; next: NextQuestion | null }) {
  const { _id: workId, kind, name, topic, state, warmUp } = work
  const Sign = signs[kind]
  const word = state === 'started' ? t('Continue') : t('Start')
  return (
    <li className={style.first}>
      <Link
        to={
          next?.workId === workId
            ? links({ viewer: asStudent, kind, ...next }).question
            : workLink(asStudent, work)
        }
        className={`${style.card} stack gap-3 pad-5 surface ink no-underline`}
        data-first
      >
        <span className={`${style.kind} row middle gap-2`}>
          <Sign aria-hidden /> {titleOf(work)}
          {!warmUp && topic !== null && topic !== name && ` · ${name}`}
        </span>
        <strong className={style.lead}>
          {word}: {warmUp ? t('Warm-up') : (topic ?? name)}
        </strong>
        <WorkProgress work={work} />
        <span className={`${style.go} pad-3 bold text-center rounded`} aria-hidden>
          {word}
        </span>
      </Link>
    </li>
  )
}

/** Due date, time, and progress of open work. */
const WorkProgress = ({ work }: { work: WorkLine }) => (
  <>
    <DueDate work={work} />
    <Time work={work} />
    {work.state === 'started' ? (
      <ProgressBar label={t('Answered')} done={work.answered} of={work.questions} />
    ) : (
      <span className="fine-print">{counted(work.questions, 'question')}</span>
    )}
  </>
)

const DueDate = ({ work: { dueOn } }: { work: WorkLine }) =>
  dueOn && <span className="fine-print">{t('Due {dueOn}', { dueOn: dayInWords(dueOn) })}</span>

function OpenWork({ work }: { work: WorkLine }) {
  const { kind, name, topic, state } = work
  const Sign = signs[kind]
  return (
    <li>
      <Link
        to={workLink(asStudent, work)}
        className={`${style.card} stack gap-2 pad-5 surface ink no-underline`}
      >
        <span className={`${style.kind} fine-print row middle gap-2`}>
          <Sign aria-hidden /> {titleOf(work)}
        </span>
        <span className={style.name}>{name}</span>
        {topic !== null && topic !== name && <span>{topic}</span>}
        <WorkProgress work={work} />
        <span className={`${style.go} pad-3 bold text-center rounded`}>
          {state === 'started' ? t('Continue') : t('Start')}
        </span>
      </Link>
    </li>
  )
}

/** Time limit of the work, or the time left once it has started. */
function Time({ work: { minutes, endsAt } }: { work: WorkLine }) {
  const ms = useTimeLeft(endsAt)
  if (minutes === null) return null
  return (
    <span className={`${style.time} fine-print row middle gap-2`} data-figures>
      <Clock aria-hidden />{' '}
      {endsAt === null
        ? counted(minutes, 'minute')
        : ms === 0
          ? t('Time is up')
          : t('{time} left', { time: timeLeft(ms) })}
    </span>
  )
}
