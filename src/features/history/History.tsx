import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { call } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { useLive } from '#web/live.ts'
import { histories } from './api.ts'
import style from './History.module.css'

type HistoryProps = {
  centerId: string
  /**
   * Id of a student, class, parent or staff member. If missing, the history of the center's settings is
   * shown.
   */
  of?: string
  /** Limits a class's history to this day. */
  on?: Day
}

/**
 * History of a record, described in sentences. Collapsed, and not loaded until opened (product §1, History).
 */
export function History({ summary = t('History'), ...subject }: HistoryProps & { summary?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={style.history} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <ChangeList {...subject} />}
    </details>
  )
}

/** Reloads the open history after each change made on this page. */
function useOwnActions() {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void queries.invalidateQueries({ queryKey: [histories.of.path] })
      }),
    [queries],
  )
}

/** List of changes, newest first. */
export function ChangeList(props: HistoryProps) {
  useOwnActions()
  const { moment } = useClock(props.centerId)
  useLive(`center:${props.centerId}`, ['schedule', 'attendance', 'work'], [histories.of])
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [histories.of.path, props, 'pages'],
      queryFn: ({ pageParam, signal }) => call(histories.of, { ...props, after: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ after }) => after,
      // A change may have been made just before the history was opened.
      staleTime: 0,
    })
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the history')} lines={3} height="1.5rem" />
    )
  const all = data.pages.flatMap(({ history }) => history)
  if (all.length === 0) return <p className="quiet">{t('No changes yet.')}</p>
  return (
    <>
      <ol className={`${style.list} grid gap-3 breakable`} aria-label={t('History')}>
        {all.map(({ id, at, sentence }) => (
          <li key={id}>
            {sentence} <small data-figures>{moment(at)}</small>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button reads busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}
