import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { clock } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { useTitle } from '#web/title.ts'
import { ClassRoll } from './ClassRoll.tsx'
import style from './Classroom.module.css'
import { Feed } from './Feed.tsx'
import { Tiles } from './Tiles.tsx'
import { classPage, useSeat } from './use-seat.ts'
import { useTiles } from './use-tiles.ts'

const views = { students: 'Students', answers: 'Answers', attendance: 'Attendance' } as const
type View = keyof typeof views

/** `…/classroom/{classId}`: live view of a class today, its answers, and its roll. */
export function ClassPage() {
  const { classId, root } = useSeat()
  const { tab = 'students' } = useSearch({ strict: false })
  const at = classPage(root, classId)
  const { data, error, isFetching, refetch } = useTiles(classId)
  useTitle(data ? data.name : null)
  return (
    <>
      <div className={style.back}>
        <Link to={root}>
          <ArrowLeft aria-hidden /> {t('All classes')}
        </Link>
      </div>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this class')}
          lines={6}
          height="6rem"
          page
        />
      )}
      {data && (
        <>
          <header className={`${style.head} cluster middle apart gap-3`}>
            <h1>
              {data.name}{' '}
              <small data-figures>
                {clock(data.time)}–{clock(data.endTime)}
              </small>
            </h1>
            <Views at={at} tab={tab} />
          </header>
          {tab === 'students' && <Tiles tiles={data.tiles} classId={classId} root={at} />}
          {tab === 'answers' && <Feed tiles={data.tiles} classId={classId} root={at} />}
          {tab === 'attendance' && <ClassRoll centerId={data.centerId} classId={classId} on={data.on} />}
        </>
      )}
    </>
  )
}

const Views = ({ at, tab }: { at: string; tab: View }) => (
  <nav className={`${style.views} row gap-1`} aria-label={t('Class views')}>
    {Object.entries(views).map(([view, word]) => (
      <Link
        key={view}
        to={at}
        search={{ tab: view as View }}
        replace
        aria-current={view === tab ? 'page' : undefined}
        activeOptions={{ exact: true }}
      >
        {t(word)}
      </Link>
    ))}
  </nav>
)
