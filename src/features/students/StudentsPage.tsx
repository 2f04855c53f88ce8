import { Chip } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FileDown, FileUp, UserPlus, UserSearch, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { type CreditsFile, ExportDialog } from './export/ExportDialog.tsx'
import type { EnrollSheet } from './prospects/ProspectActionSheet.tsx'
import { Board } from './prospects/Board.tsx'
import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { More } from '#ui/More.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { call } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { students, type StudentProfile } from './api.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import type { StudentConditions } from './figures.ts'
import { filterWords, View } from './rules.ts'
import { type Option, StudentFilters } from './StudentFilters.tsx'
import { type ListOrder, StudentTable } from './StudentTable.tsx'
import { useColumns } from './use-columns.ts'
import { later } from '#web/later.tsx'
import { studentSearch } from './student-search.ts'

const FamilySheet = later(() => import('./FamilySheet.tsx').then((part) => part.FamilySheet))

const page = getRouteApi('/staff/centers/$centerId/students')
const useStudentSearch = () => studentSearch(page.useSearch())

/**
 * `/centers/{centerId}/students`: a center's students and prospects. The URL holds the search, filters, order
 * and view.
 */
export function StudentsPage({
  EnrollSheet,
  creditsFile,
  classes,
}: {
  EnrollSheet: EnrollSheet
  creditsFile: CreditsFile
  /** The center's classes, to filter by. */
  classes: readonly Option[]
}) {
  const { centerId } = page.useParams()
  useTitle(t('Students at {centerId}', { centerId }))
  const [open, setOpen] = useState<'add' | 'export' | null>(null)
  const [family, setFamily] = useState<readonly StudentProfile[] | null>(null)
  const navigate = useNavigate()
  const toPage = ({ _id: studentId }: StudentProfile) =>
    void navigate({ to: '/centers/$centerId/students/$studentId', params: { centerId, studentId } })
  const { filter = 0, find = '' } = useStudentSearch()
  const { shown, show } = useView()
  const isBoard = filter === 1 && shown === 'board'
  const narrowing = useNarrowing()
  const close = () => setOpen(null)
  const add = (
    <Button kind="primary" icon={<UserPlus aria-hidden />} onClick={() => setOpen('add')}>
      {t(filter === 1 ? 'New prospect' : 'New student')}
    </Button>
  )
  const actions = (
    <>
      <Link
        to="/centers/$centerId/students/import"
        params={{ centerId }}
        className={buttonClass({ kind: 'secondary' })}
      >
        <FileUp aria-hidden /> {t('Import')}
      </Link>
      <Button icon={<FileDown aria-hidden />} onClick={() => setOpen('export')}>
        {t('Export')}
      </Button>
      {add}
    </>
  )
  return (
    <Page>
      <PageHead title={t('Students')} facts={centerId} actions={actions} />
      <div className="cluster middle apart gap-2-4">
        <div className="cluster middle gap-2-4 shrinks">
          <Search key={centerId} />
          <Filters />
        </div>
        {filter === 1 && <Views shown={shown} onShow={show} />}
      </div>
      {!isBoard && <ActiveConditions classes={classes} />}
      {isBoard ? (
        <Board centerId={centerId} search={find} EnrollSheet={EnrollSheet} />
      ) : (
        <List centerId={centerId} add={add} />
      )}
      {open === 'add' && (
        <FamilySheet
          centerId={centerId}
          status={filter === 1 ? 'prospect' : 'active'}
          onAdded={(added) => {
            close()
            const [first] = added
            if (first?.prospect) setFamily(added)
            else if (first) toPage(first)
          }}
          onClose={close}
        />
      )}
      {family && <Trials centerId={centerId} family={family} EnrollSheet={EnrollSheet} onDone={toPage} />}
      {open === 'export' && (
        <ExportDialog
          centerId={centerId}
          filter={filter}
          find={find}
          narrowing={narrowing}
          creditsFile={creditsFile}
          onClose={close}
        />
      )}
    </Page>
  )
}

type TrialsProps = {
  centerId: string
  family: readonly StudentProfile[]
  EnrollSheet: EnrollSheet
  /** Called with the first child when the last child's sheet closes. */
  onDone: (first: StudentProfile) => void
}

/** Offers to book a trial for each child of a new family, one after the other. */
function Trials({ centerId, family, EnrollSheet, onDone }: TrialsProps) {
  const [at, setAt] = useState(0)
  const child = family[at]
  const [first] = family
  if (!child || !first) return null
  const { _id: id, info } = child
  return (
    <EnrollSheet
      key={id}
      centerId={centerId}
      student={{ id, name: fullName(info) }}
      type="trial"
      leave={t('Not now')}
      onClose={() => (at + 1 < family.length ? setAt(at + 1) : onDone(first))}
    />
  )
}

function Search() {
  const { find } = useStudentSearch()
  const navigate = page.useNavigate()
  return (
    <SearchField
      label={t('Search students by name, number or parent')}
      placeholder={t('Name, number or parent')}
      find={find}
      onFind={(next) => void navigate({ search: (old) => ({ ...old, find: next }), replace: true })}
    />
  )
}

function Filters() {
  const { filter = 0 } = useStudentSearch()
  const navigate = page.useNavigate()
  const choose = (chosen: string) =>
    void navigate({ search: (old) => ({ ...old, filter: Number(chosen) || undefined }), replace: true })
  return (
    <Chip.Group value={String(filter)} onChange={choose}>
      <div className="cluster gap-2" role="radiogroup" aria-label={t('Which students')}>
        {filterWords.map((words, each) => (
          <Chip key={words} value={String(each)} variant="outline">
            {t(words)}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}

/**
 * Returns the conditions in the URL that narrow down the list. Leaves out the search, the view, the order,
 * and the choice between students and prospects.
 */
function useNarrowing(): StudentConditions {
  const { filter: _, find: __, view: ___, sort: ____, down: _____, ...narrowing } = useStudentSearch()
  return narrowing
}

function ActiveConditions({ classes }: { classes: readonly Option[] }) {
  const { centerId } = page.useParams()
  const navigate = page.useNavigate()
  return (
    <StudentFilters
      centerId={centerId}
      classes={classes}
      narrowing={useNarrowing()}
      onChange={(part) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true })}
    />
  )
}

const views = () => View.options.map((value) => ({ value, label: t(value === 'board' ? 'Board' : 'List') }))

const viewKey = 'prospects-view'

/**
 * Returns the view of the prospects: from the URL, otherwise the last one chosen in this browser, or the
 * board.
 */
function useView() {
  const { view } = useStudentSearch()
  const navigate = page.useNavigate()
  const show = (chosen: View) => {
    localStorage.setItem(viewKey, chosen)
    void navigate({ search: (old) => ({ ...old, view: chosen }), replace: true })
  }
  return { shown: view ?? View.safeParse(localStorage.getItem(viewKey)).data ?? 'board', show }
}

/** Switches prospects between a board by stage and a list. */
const Views = ({ shown, onShow }: { shown: View; onShow: (view: View) => void }) => (
  <Segments label={t('View')} segments={views()} value={shown} onChange={onShow} />
)

function List({ centerId, add }: { centerId: string; add: ReactNode }) {
  const { filter = 0, find = '', sort = 'name', down = false } = useStudentSearch()
  const narrowing = useNarrowing()
  const navigate = page.useNavigate()
  const columns = useColumns()
  const order: ListOrder = { sort, down }
  const input = { centerId, filter, search: find, ...order, ...narrowing }
  const query = useInfiniteQuery({
    queryKey: [students.list.path, input],
    queryFn: ({ pageParam, signal }) => call(students.list, { ...input, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    placeholderData: keepPrevious({ centerId }),
  })
  const {
    data,
    error,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    isPlaceholderData,
    fetchNextPage,
    refetch,
  } = query
  if (!data && error)
    return (
      <ErrorState
        title={t('The students couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const lines = data?.pages.flatMap((each) => each.students) ?? []
  // An empty result of the previous search doesn't mean that the new one is empty.
  if (!data || (isPlaceholderData && lines.length === 0))
    return <Skeleton label={t('Loading students')} lines={8} height="2.5rem" />
  if (lines.length === 0 && Object.values(narrowing).some(Boolean))
    return (
      <EmptyState icon={<UserSearch />} title={t('No students match these filters')}>
        {t('Remove a filter to see more students.')}
      </EmptyState>
    )
  if (lines.length === 0) return <NoStudents find={find} filter={filter} add={add} />
  const count = data.pages.at(-1)?.count ?? 0
  return (
    <>
      <div className="cluster middle apart gap-2-4">
        <output className="quiet" data-figures>
          {!isPlaceholderData && counted(count, filter === 1 ? 'prospect' : 'student')}
          {!isPlaceholderData && hasNextPage && t(', {count} shown', { count: lines.length })}
        </output>
        <ColumnsMenu {...columns} />
      </div>
      <StudentTable
        centerId={centerId}
        lines={lines}
        columns={columns.columns}
        chosen={columns.chosen}
        order={order}
        onOrder={(next) =>
          void navigate({
            search: (old) => ({
              ...old,
              sort: next.sort === 'name' ? undefined : next.sort,
              down: next.down || undefined,
            }),
            replace: true,
          })
        }
        busy={isPlaceholderData}
      />
      {hasNextPage && (
        <More busy={isFetchingNextPage} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function NoStudents({ find, filter, add }: { find: string; filter: number; add: ReactNode }) {
  if (find)
    return (
      <EmptyState
        icon={<UserSearch />}
        title={t('No results for “{find}”', { find })}
        action={
          filter !== 2 && (
            <Link
              from="/centers/$centerId/students"
              to="."
              search={({ find: text }) => ({ find: text, filter: 2 })}
              className={buttonClass({})}
            >
              {t('Search all students and prospects')}
            </Link>
          )
        }
      >
        {t('Search by any part of a name, a student number, or a parent’s name, email or phone.')}
        {filter !== 2 &&
          ` ${t(filter === 1 ? 'Only prospects were searched.' : 'Only active students were searched.')}`}
      </EmptyState>
    )
  return (
    <EmptyState icon={<Users />} title={t(filter === 1 ? 'No prospects' : 'No students yet')} action={add}>
      {t(
        filter === 1
          ? 'A prospect is someone who has asked for a place or is coming for a trial.'
          : 'Add the first student with a parent, or import everyone from a file.',
      )}
    </EmptyState>
  )
}
