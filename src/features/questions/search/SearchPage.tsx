import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Search, SearchX } from 'lucide-react'
import { material } from '#features/material/api.ts'
import { MaterialWay } from '#features/material/MaterialWay.tsx'
import { QuestionStatus, questionStatus } from '#features/material/rules.ts'
import { counted, factLine } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { More } from '#ui/More.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { call, read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { useTitle } from '#web/title.ts'
import { AnswerKindSelect } from '../listing/AnswerKindSelect.tsx'
import { FilterSelect, LevelSelect } from '../listing/FilterSelect.tsx'
import { maxFound, questionSearch } from './api.ts'
import { FoundList } from './FoundList.tsx'
import { FindFilter } from './find-filter.ts'
import style from './SearchPage.module.css'

const route = getRouteApi('/staff/material-editor/search')

/** Search for questions in all levels, by words and filters. */
export function SearchPage() {
  useTitle(t('Search questions'))
  const filter = FindFilter.parse(route.useSearch())
  const navigate = route.useNavigate()
  const onFilter = (next: FindFilter) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
  return (
    <Page width="wide" centered>
      <MaterialWay here={t('Search questions')} />
      <PageHead title={t('Search questions')} />
      <Filters filter={filter} onFilter={onFilter} />
      {Object.values(filter).some((value) => value !== undefined) ? (
        <SearchResults filter={filter} />
      ) : (
        <EmptyState icon={<Search />} title={t('What are you looking for?')}>
          {t(
            'Type words or numbers from a question, its answer or its hint, or choose a filter. You can leave off the end of a word.',
          )}
        </EmptyState>
      )}
    </Page>
  )
}

type FiltersProps = { filter: FindFilter; onFilter: (filter: FindFilter) => void }

function Filters({ filter: { find, level, section, kind, status }, onFilter }: FiltersProps) {
  return (
    <search className="stack gap-3">
      <SearchField
        label={t('Search questions by text, answer or hint')}
        placeholder={t('Words or numbers')}
        find={find}
        onFind={(next) => onFilter({ find: next })}
      />
      <div className={`${style.filters} grid gap-3`}>
        <LevelSelect value={level} onChange={(next) => onFilter({ level: next, section: undefined })} />
        <SectionSelect level={level} value={section} onChange={(next) => onFilter({ section: next })} />
        <AnswerKindSelect value={kind} onChange={(next) => onFilter({ kind: next })} />
        <FilterSelect
          label={t('Status')}
          all={t('Any status')}
          options={QuestionStatus.options.map((each) => ({ value: each, label: t(questionStatus[each]) }))}
          value={status}
          onChange={(next) => onFilter({ status: QuestionStatus.options.find((each) => each === next) })}
        />
      </div>
    </search>
  )
}

type SectionSelectProps = {
  level: string | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Filter by section, once a level is chosen. Each chapter's test follows the chapter as a separate group. */
function SectionSelect({ level, ...rest }: SectionSelectProps) {
  const { data = [] } = useQuery({
    ...read(material.chapters, { levelId: level ?? '' }),
    enabled: level !== undefined,
  })
  const options = data.flatMap(({ name, sections, test }) => [
    ...sections.map((section) => ({ value: section._id, label: section.name, group: name })),
    ...(test?.sections ?? []).map((section) => ({
      value: section._id,
      label: section.name,
      group: `${name} · ${test?.name}`,
    })),
  ])
  return (
    <FilterSelect
      label={t('Section')}
      all={level ? t('All sections') : t('Choose a level first')}
      options={options}
      {...rest}
    />
  )
}

function useFound(filter: FindFilter) {
  const query = useInfiniteQuery({
    queryKey: [questionSearch.find.path, filter],
    queryFn: ({ pageParam, signal }) =>
      call(questionSearch.find, { ...filter, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPrevious({}),
  })
  return {
    ...query,
    lines: query.data?.pages.flatMap(({ questions }) => questions),
    count: query.data?.pages[0]?.count ?? 0,
  }
}

function SearchResults({ filter }: { filter: FindFilter }) {
  const { lines, count, isPlaceholderData, hasNextPage, isFetchNextPageError, fetchNextPage, ...query } =
    useFound(filter)
  // An empty result of the previous search must not be shown for the current one.
  if (!lines || (isPlaceholderData && lines.length === 0))
    return <QueryState query={query} of={t('the questions')} lines={6} height="5rem" />
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title={filter.find ? t('No questions found for “{find}”', { find: filter.find }) : t('No questions')}
      >
        {t('Try fewer words, or remove a filter.')}
      </EmptyState>
    )
  return (
    <>
      <output className="quiet" data-figures>
        {!isPlaceholderData &&
          (count < maxFound
            ? counted(count, 'question')
            : factLine([
                t('The first {questions}', { questions: counted(count, 'question') }),
                t('add a word or a filter to narrow the search'),
              ]))}
      </output>
      <FoundList lines={lines} busy={isPlaceholderData} />
      {hasNextPage && (
        <More busy={query.isFetching} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
