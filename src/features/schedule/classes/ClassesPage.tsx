import { Chip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarDays, CalendarPlus, CalendarSearch, FileUp, Rows3 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { centers } from '#features/centers/api.ts'
import { allSubjects, SubjectBy } from '../rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { ExportButton } from '#web/shell/ExportButton.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { classes } from './api.ts'
import { ClassSheet } from './ClassSheet.tsx'
import { ClassTable } from './ClassTable.tsx'
import { ClassWeek } from './ClassWeek.tsx'
import { isFound } from './terms.ts'

const page = getRouteApi('/staff/centers/$centerId/classes')

/**
 * `/centers/{centerId}/classes`: a center's classes, shown as a table or by week. The URL holds the search,
 * filters and view.
 */
export function ClassesPage() {
  const { centerId } = page.useParams()
  const { find: search, subject, ended } = page.useSearch()
  useTitle(t('Classes at {centerId}', { centerId }))
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const today = center?.today
  useLive(`center:${centerId}`, ['schedule'], [classes.list])
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button kind="primary" icon={<CalendarPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('New class')}
    </Button>
  )
  const actions = (
    <>
      <Link
        to="/centers/$centerId/import/$kind"
        params={{ centerId, kind: 'classes' }}
        className={buttonClass({ kind: 'secondary' })}
      >
        <FileUp aria-hidden /> {t('Import')}
      </Link>
      <ExportButton endpoint={classes.file} input={{ centerId, search, subject, ended }} file="classes.csv" />
      {add}
    </>
  )
  return (
    <Page>
      <PageHead title={t('Classes')} facts={centerId} actions={actions} />
      <div className="cluster middle apart gap-2-4">
        <Search key={centerId} />
        <View />
      </div>
      <Filters />
      <List centerId={centerId} add={add} />
      {today && isAdding && (
        <ClassSheet centerId={centerId} today={today} entry={null} onClose={() => setAdding(false)} />
      )}
    </Page>
  )
}

function Search() {
  const { find } = page.useSearch()
  const navigate = page.useNavigate()
  return (
    <SearchField
      label={t('Search classes by name, teacher or day')}
      placeholder={t('Name, teacher or day')}
      find={find}
      onFind={(next) => void navigate({ search: (old) => ({ ...old, find: next }), replace: true })}
    />
  )
}

function View() {
  const { view } = page.useSearch()
  const navigate = page.useNavigate()
  return (
    <Segments
      label={t('View')}
      segments={[
        { value: 'table', label: t('Table'), icon: <Rows3 aria-hidden /> },
        { value: 'week', label: t('Week'), icon: <CalendarDays aria-hidden /> },
      ]}
      value={view ?? 'table'}
      onChange={(chosen) =>
        void navigate({
          search: (old) => ({ ...old, view: chosen === 'week' ? ('week' as const) : undefined }),
          replace: true,
        })
      }
    />
  )
}

function Filters() {
  const { subject = allSubjects, ended = false } = page.useSearch()
  const navigate = page.useNavigate()
  const choose = (chosen: string) =>
    void navigate({ search: (old) => ({ ...old, subject: Subject.safeParse(chosen).data }), replace: true })
  return (
    <div className="cluster middle gap-2">
      <Chip.Group value={subject} onChange={choose}>
        <div className="cluster middle gap-2" role="radiogroup" aria-label={t('Subject')}>
          {SubjectBy.options.map((each) => (
            <Chip key={each} value={each} variant="outline">
              {t(each === allSubjects ? 'All' : each)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <Chip
        checked={ended}
        variant="outline"
        onChange={(on) =>
          void navigate({ search: (old) => ({ ...old, ended: on || undefined }), replace: true })
        }
      >
        {t('Include ended classes')}
      </Chip>
    </div>
  )
}

type ListProps = { centerId: string; add: ReactNode }

function List({ centerId, add }: ListProps) {
  const { find = '', subject, view, ended } = page.useSearch()
  const { data, error, isFetching, refetch } = useQuery(read(classes.list, { centerId, ended }))
  const center = useQuery(read(centers.one, { centerId }))
  const failure = error ?? center.error
  const again = () => void Promise.all([refetch(), center.refetch()])
  if ((!data || !center.data) && failure)
    return (
      <ErrorState
        title={t('The classes couldn’t be loaded.')}
        message={sentenceFor(failure)}
        busy={isFetching}
        onRetry={again}
      />
    )
  if (!data || !center.data) return <Skeleton label={t('Loading classes')} lines={8} height="2.5rem" />
  const shown = data.filter((entry) => isFound(entry, { subject, search: find }))
  if (shown.length === 0) return <NoClass find={find} subject={subject} add={add} />
  const rest = { centerId, entries: shown, today: center.data.today }
  return (
    <>
      <output className="quiet" data-figures>
        {t(shown.length === 1 ? '1 class' : '{count} classes', { count: shown.length })}
      </output>
      {view === 'week' ? <ClassWeek {...rest} /> : <ClassTable {...rest} />}
    </>
  )
}

function NoClass({ find, subject, add }: { find: string; subject: Subject | undefined; add: ReactNode }) {
  if (find)
    return (
      <EmptyState icon={<CalendarSearch />} title={t('No classes found for “{find}”', { find })}>
        {t('Search by part of a name, a teacher or a weekday')}
        {subject ? t(', or in subjects other than {subject}.', { subject: t(subject) }) : '.'}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<CalendarDays />}
      title={subject ? t('No {subject} classes', { subject: t(subject) }) : t('No classes yet')}
      action={add}
    >
      {t('Create one with its weekday, time and teacher, or import your whole class schedule from a file.')}
    </EmptyState>
  )
}
