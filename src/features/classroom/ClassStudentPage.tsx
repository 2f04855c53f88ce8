import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, CalendarDays, ChevronRight, Footprints, Inbox } from 'lucide-react'
import type { WorkLine } from '#features/practice/api.ts'
import { links, positionOf, type StaffViewer, workLink } from '#features/practice/question-ref.ts'
import { progressInWords } from '#features/practice/review/WorkHead.tsx'
import { kindTitles } from '#features/practice/rules.ts'
import { useMoreWork } from '#features/practice/use-more-work.ts'
import { schedules } from '#features/schedule/api.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { classroom, type Tile } from './api.ts'
import { useToday } from './ClassList.tsx'
import style from './Classroom.module.css'
import { standingOf } from './rules.ts'
import { StandingSign } from './StandingSign.tsx'
import { useHelp } from './use-help.ts'
import { classPage, studentOf, useSeat } from './use-seat.ts'
import { useNow } from './use-tile-order.ts'

/**
 * `…/classroom/{classId?}/students/{studentId}`: a student's current question and their work. If the URL has
 * no class, uses the first of today's classes that lists the student.
 */
export function ClassStudentPage() {
  const { classId, root } = useSeat()
  if (classId)
    return <ClassStudent classId={classId} at={classPage(root, classId)} back={t('Back to class')} />
  return <StudentOfToday />
}

function StudentOfToday() {
  const { centerId, root } = useSeat()
  const { studentId } = useParams({ strict: false })
  const today = useToday(centerId).data?.today
  const day = read(schedules.day, { centerId, scheduleId: today ?? '' })
  const { data, error, isFetching, refetch } = useQuery({ ...day, enabled: today !== undefined })
  const entry = data?.schedules.find(({ students }) => students.some(({ _id }) => _id === studentId))
  if (entry) return <ClassStudent classId={entry.id} at={root} back={t('Back to all classes')} />
  if (!data)
    return (
      <QueryState
        query={{ error, isFetching, refetch }}
        of={t('this student')}
        lines={5}
        height="4.5rem"
        page
      />
    )
  return (
    <EmptyState
      icon={<CalendarDays />}
      title={t('Not in a class today')}
      action={<Link to={root}>{t('All classes')}</Link>}
    >
      {t('A device shows only students who have a class today.')}
    </EmptyState>
  )
}

function ClassStudent({ classId, at, back }: { classId: string; at: string; back: string }) {
  const { studentId = '' } = useParams({ strict: false })
  const { works, showMore } = useMoreWork(studentId)
  const { data, error, isFetching, refetch } = useQuery({
    ...read(classroom.student, { classId, studentId, works }),
    placeholderData: keepPrevious({ classId, studentId }),
  })
  useLive(`student:${studentId}`, ['answer', 'work', 'place'], [classroom.student])
  useTitle(data ? fullName(data) : null)
  const viewer = studentOf(at, studentId)
  return (
    <>
      <div className={style.back}>
        <Link to={at}>
          <ArrowLeft aria-hidden /> {back}
        </Link>
      </div>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this student')}
          lines={5}
          height="4.5rem"
          page
        />
      )}
      {data && <Head tile={data} classId={classId} viewer={viewer} />}
      {data?.work.length === 0 && (
        <EmptyState icon={<Inbox />} title={t('No work yet')}>
          {t('The office assigns homework, tests and assessments.')}
        </EmptyState>
      )}
      {data && data.work.length > 0 && (
        <ul className="grid gap-3" aria-label={t('Work')}>
          {data.work.map((work) => (
            <WorkRow key={work._id} work={work} viewer={viewer} />
          ))}
        </ul>
      )}
      {data?.more && (
        <Button kind="quiet" busy={isFetching} onClick={showMore}>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}

function Head({ tile, classId, viewer }: { tile: Tile; classId: string; viewer: StaffViewer }) {
  const { studentId, firstName, lastName, avatar, level, place } = tile
  const now = useNow()
  const help = useHelp(classId)
  const name = fullName({ firstName, lastName })
  const standing = standingOf(place, now)
  return (
    <header className={`${style.student} cluster middle gap-2-4 pad-4 surface`}>
      <Avatar name={avatar} label={name} size={56} decorative />
      <div>
        <h1>{name}</h1>
        <p>{level}</p>
      </div>
      <StandingSign standing={standing} seenBy={place?.seenBy ?? null} />
      {(standing === 'hand' || standing === 'help') && (
        <Button kind="primary" icon={<Footprints aria-hidden />} onClick={() => help(studentId)}>
          {t('I’ll help')}
        </Button>
      )}
      {place && (
        <Link
          className={`${style.now} inline-row middle gap-1 breakable target`}
          to={links({ viewer, ...place, ...positionOf(place.kind, place) }).question}
        >
          {t('Now on: {section}, question {num} of {of}', {
            section: place.section,
            num: place.num,
            of: place.of,
          })}{' '}
          <ChevronRight aria-hidden />
        </Link>
      )}
    </header>
  )
}

function WorkRow({ work, viewer }: { work: WorkLine; viewer: StaffViewer }) {
  return (
    <li>
      <Link
        className={`${style.who} cluster middle apart pad-3-4 breakable surface ink wide no-underline`}
        to={workLink(viewer, { ...work, correct: null })}
      >
        <strong>{work.name}</strong>
        <span data-figures>{`${t(kindTitles[work.kind])}\u00a0· ${progressInWords(work)}`}</span>
      </Link>
    </li>
  )
}
