import { Chip } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BookOpen, FileCheck, StickyNote, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { Part } from '../Part.tsx'
import { t } from '#shared/language.ts'
import { scoresInWords } from '../score-words.ts'
import { dateInWords } from '#shared/day-text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { call } from '#web/api.ts'
import { records, type Activity } from './api.ts'
import { type ActivityType, activityTypes, activityWords } from './activities.ts'
import style from './Records.module.css'

type StudentRef = { centerId: string; studentId: string }

/** A student's activities and achievements, newest first, with chips that filter by kind. */
export function Timeline({ centerId, studentId }: StudentRef) {
  const [type, setType] = useState<ActivityType | null>(null)
  return (
    <Part title={t('Activities')}>
      <div className={`${style.inside} stack gap-3`}>
        <Chip.Group
          value={type ?? 'all'}
          onChange={(chosen) => setType(activityTypes.find((each) => each === chosen) ?? null)}
        >
          <div className="cluster gap-2" role="radiogroup" aria-label={t('Which activities')}>
            <Chip value="all" variant="outline">
              {t('All')}
            </Chip>
            {activityTypes.map((each) => (
              <Chip key={each} value={each} variant="outline">
                {t(activityWords[each])}
              </Chip>
            ))}
          </div>
        </Chip.Group>
        <Entries centerId={centerId} studentId={studentId} type={type} />
      </div>
    </Part>
  )
}

function Entries({ type, ...studentRef }: StudentRef & { type: ActivityType | null }) {
  const input = type ? { ...studentRef, type } : studentRef
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [records.activities.path, input, 'pages'],
      queryFn: ({ pageParam, signal }) =>
        call(records.activities, { ...input, after: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ after }) => after,
    })
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the activities')} lines={4} height="2.5rem" />
    )
  const activities = data.pages.flatMap((each) => each.activities)
  if (activities.length === 0)
    return <p className="quiet">{t('Nothing yet. Levels, notes, tests and homework will appear here.')}</p>
  return (
    <>
      <ol className={`${style.timeline} grid gap-3 breakable`}>
        {activities.map((activity) => (
          <li key={activity._id}>
            <Entry activity={activity} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="row to-middle">
          <Button reads busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  )
}

const icons = { level: TrendingUp, note: StickyNote, test: FileCheck, homework: BookOpen }
const kindWords: Record<ActivityType, string> = {
  level: 'Level',
  note: 'Note',
  test: 'Test',
  homework: 'Homework',
}

function Entry({ activity }: { activity: Activity }) {
  const Icon = icons[activity.type]
  const { title, details } = titleAndDetails(activity)
  return (
    <>
      <span className={`${style.icon} grid center`} data-type={activity.type}>
        <Icon size={18} aria-hidden />
      </span>
      <div>
        <p>
          <span className="quiet">{t(kindWords[activity.type])}</span> <strong>{title}</strong>
        </p>
        {details && <p>{details}</p>}
        <small data-figures>
          {dateInWords(activity.date)}
          {activity.recorder && `, ${activity.recorder}`}
        </small>
      </div>
    </>
  )
}

const inChapter = (chapter: number | null) => (chapter === null ? '' : t(', chapter {chapter}', { chapter }))

function titleAndDetails(activity: Activity): { title: string; details: string } {
  if (activity.type === 'note') return { title: '', details: activity.body }
  if (activity.type === 'level')
    return { title: activity.level + inChapter(activity.chapter), details: t(activity.subject) }
  if (activity.type === 'test') {
    const { level, test, name } = activity
    const named = name.startsWith(level) ? [name] : [level, test, name]
    return { title: named.filter(Boolean).join(', '), details: scoresInWords(activity) }
  }
  const { name, level, chapter, correct, total, hint } = activity
  const figures =
    correct === null
      ? t('Not complete yet')
      : hint
        ? t('{correct} of {total} right, hints on {hint}', { correct, total, hint })
        : t('{correct} of {total} right', { correct, total })
  return { title: name, details: `${level}${inChapter(chapter)}: ${figures}` }
}
