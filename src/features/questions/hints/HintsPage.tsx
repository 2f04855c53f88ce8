import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Lightbulb, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { type HintLine, hints } from '#features/material/hints/api.ts'
import { DropDialog } from '#features/material/DropDialog.tsx'
import { MaterialWay } from '#features/material/MaterialWay.tsx'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { More } from '#ui/More.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Page } from '#ui/Page.tsx'
import { call } from '#web/api.ts'
import { searchText } from '#shared/page-search.ts'
import { useTitle } from '#web/title.ts'
import { SearchField } from '#ui/SearchField.tsx'
import rows from '#features/material/Material.module.css'
import { reasonToKeep } from './hint-words.ts'
import style from './Hints.module.css'

const route = getRouteApi('/staff/material-editor/hints')

/** Filter of the list, which shows shared hints by default. */
type HintFilter = { of?: 'own' | undefined; find?: string | undefined }
/** The filter as it is in the page's URL, which may have invalid values. */
export type HintsQuery = { [Name in keyof HintFilter]?: unknown }

function useHints({ of = 'shared', find }: { of?: 'own' | 'shared' | undefined; find?: string | undefined }) {
  const query = useInfiniteQuery({
    queryKey: [hints.list.path, { of, search: find }],
    queryFn: ({ pageParam, signal }) => call(hints.list, { of, search: find, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  return {
    ...query,
    lines: query.data?.pages.flatMap((page) => page.hints),
    count: query.data?.pages[0]?.count ?? 0,
  }
}

/** Lists shared hints, or hints that belong to a single question. */
export function HintsPage() {
  useTitle(t('Hints'))
  const { of, find }: HintsQuery = route.useSearch()
  const filter = { of: of === 'own' ? of : undefined, find: searchText(find) } as const
  const {
    lines,
    count,
    error,
    isFetching,
    hasNextPage,
    isFetchNextPageError,
    isPlaceholderData,
    fetchNextPage,
    refetch,
  } = useHints(filter)
  // An empty result of the previous search must not be shown for the current one.
  const isKnown = lines && !(isPlaceholderData && lines.length === 0)
  const add = (
    <Link
      to="/material-editor/hints/$hintId"
      params={{ hintId: 'new' }}
      className={buttonClass({ kind: 'primary' })}
    >
      <Plus aria-hidden /> {t('New hint')}
    </Link>
  )
  return (
    <Page width="wide" centered>
      <MaterialWay here={t('Hints')} />
      <PageHead
        title={t('Hints')}
        facts={lines && (isPlaceholderData ? '\u00a0' : counted(count, 'hint'))}
        actions={add}
      />
      <Bar filter={filter} />
      {isKnown ? (
        <>
          {lines.length === 0 && <NoHints filter={filter} />}
          {lines.length > 0 && <List lines={lines} busy={isPlaceholderData} />}
          {hasNextPage && (
            <More busy={isFetching} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
          )}
        </>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the hints')} lines={6} height="2.75rem" />
      )}
    </Page>
  )
}

function Bar({ filter: { of, find } }: { filter: HintFilter }) {
  const navigate = useNavigate()
  const go = (next: HintFilter) =>
    void navigate({ to: '/material-editor/hints', search: { of, find, ...next }, replace: true })
  return (
    <div className="cluster middle apart gap-2-4">
      <Segments
        label={t('Show hints')}
        segments={[
          { value: 'shared', label: t('Shared') },
          { value: 'own', label: t('Single question') },
        ]}
        value={of ?? 'shared'}
        onChange={(value) => go({ of: value === 'own' ? value : undefined })}
      />
      <SearchField
        label={t('Search hints by name or step')}
        placeholder={t('Name or step')}
        find={find}
        onFind={(next) => go({ find: next })}
      />
    </div>
  )
}

function NoHints({ filter: { of, find } }: { filter: HintFilter }) {
  if (find)
    return (
      <EmptyState icon={<SearchX />} title={t('No hints found for “{find}”', { find })}>
        {t('Try part of a name or a step.')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Lightbulb />}
      title={t(of === 'own' ? 'No hints for individual questions yet' : 'No shared hints yet')}
    >
      {t(
        of === 'own'
          ? 'A hint without a name belongs to a single question. Imported questions come with their own hints.'
          : 'A hint with a name can be shared by many questions. A change applies to all of them.',
      )}
    </EmptyState>
  )
}

/** Returns the name of a hint, or the beginning of its first step if it has no name. */
const nameOf = ({ name, first: { source } }: HintLine) =>
  name || `${source.slice(0, 60)}${source.length > 60 ? '…' : ''}`

function List({ lines, busy }: { lines: HintLine[]; busy: boolean }) {
  const [dropped, setDropped] = useState<HintLine | null>(null)
  return (
    <>
      <ul className={`${rows.card} card ${rows.rows} ${style.list}`} aria-label={t('Hints')} aria-busy={busy}>
        {lines.map((line) => (
          <li key={line._id} className={`${rows.row} grid middle gap-3 ruled`}>
            <Link
              to="/material-editor/hints/$hintId"
              params={{ hintId: line._id }}
              className={`${rows.name} bold breakable ink no-underline`}
            >
              {line.name}
              <span className={line.name ? `${style.first} quiet` : style.only}>
                <Content nodes={line.first.content} />
              </span>
            </Link>
            <span className={`${rows.figures} quiet`} data-figures>
              {counted(line.steps, 'step')}
            </span>
            <span className={`${rows.figures} quiet`} data-figures>
              {counted(line.questions, 'question')}
            </span>
            <RowMenu of={t('hint {name}', { name: nameOf(line) })} onDrop={() => setDropped(line)} />
          </li>
        ))}
      </ul>
      {dropped && (
        <DropDialog
          itemName={t('hint “{name}”', { name: nameOf(dropped) })}
          reason={reasonToKeep(dropped)}
          drop={() => call(hints.drop, { id: dropped._id })}
          onClose={() => setDropped(null)}
        >
          {t('You can’t delete a hint that is used in a question or in an earlier version of one.')}
        </DropDialog>
      )}
    </>
  )
}
