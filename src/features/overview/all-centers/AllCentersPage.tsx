import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { centers } from '#features/centers/api.ts'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { ExportButton } from '#web/shell/ExportButton.tsx'
import { useTitle } from '#web/title.ts'
import { allCenters } from './api.ts'
import { CenterCards } from './CenterCards.tsx'
import { CenterTable } from './CenterTable.tsx'
import { inOrder, type Order, orderIn, possibleOrder, withTasksAndMoney } from './figures.ts'
import { RangeBar } from './RangeBar.tsx'
import { chosenRange } from './ranges.ts'
import { useTasksAndMoney } from './use-tasks-and-money.ts'

const page = getRouteApi('/staff/all-centers')

/** Page `/all-centers`: the user's centers side by side. Range and order are in the URL. */
export function AllCentersPage() {
  useTitle(t('All centers'))
  const { data, error, isFetching, refetch } = useQuery(read(centers.list, {}))
  // Predefined ranges end today. If the centers have different dates, the latest is used, and a center where
  // it is still the day before counts only up to its own date.
  const today = data
    ?.map((center) => center.today)
    .toSorted()
    .at(-1)
  if (today) return <Comparison today={today} />
  return (
    <Page>
      <PageHead title={t('All centers')} />
      {data ? (
        <EmptyState icon={<Building2 />} title={t('No centers yet')}>
          {t('Once you have a center, its key figures will appear here.')}
        </EmptyState>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the centers')} lines={4} height="3rem" />
      )}
    </Page>
  )
}

function Comparison({ today }: { today: Day }) {
  const search = page.useSearch()
  const navigate = page.useNavigate()
  const { name, from, to } = chosenRange(search, today)
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...read(allCenters.compare, { from, to }),
    placeholderData: keepPrevious({}),
  })
  const { loaded, ...tasksAndMoney } = useTasksAndMoney()
  const sort = ({ sort: by, down }: Order) =>
    void navigate({
      search: (old) => ({ ...old, sort: by === 'name' ? undefined : by, down: down || undefined }),
      replace: true,
    })
  const lines = data && withTasksAndMoney(data, loaded)
  const order = possibleOrder(orderIn(search), lines ?? [])
  const shown = lines && { lines: inOrder(lines, order), order, onOrder: sort, busy: isPlaceholderData }
  return (
    <Page>
      <PageHead
        title={t('All centers')}
        facts={
          from === to
            ? dateInWords(from)
            : t('{from} to {to}', { from: dateInWords(from), to: dateInWords(to) })
        }
        actions={<ExportButton endpoint={allCenters.file} input={{ from, to }} file="comparison.csv" />}
      />
      <RangeBar
        chosen={{ name, from, to }}
        onChoose={(range) =>
          void navigate({
            search: ({ sort: by, down }) => ({ sort: by, down, ...range }),
            replace: true,
          })
        }
      />
      {shown ? (
        <>
          {tasksAndMoney.error && (
            <QueryState query={tasksAndMoney} of={t('the open tasks and the money due')} />
          )}
          <CenterTable {...shown} />
          <CenterCards {...shown} />
          <Notes />
        </>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the figures')} lines={6} height="3rem" />
      )}
    </Page>
  )
}

/** Explains the meaning of the figures. */
const Notes = () => (
  <p className="fine-print">
    {t(
      '“New” and “Left” count students who got or gave up a regular place; changing classes counts as neither. Attendance is the percentage of marked students who came, and its trend covers 12 weeks. “Enrolled” and “Waitlist” are as of the last day, and “Seats filled” covers the seven days from then on.',
    )}{' '}
    {t(
      '“Open tasks” and “Money due” are as of today, whatever dates you choose. Open tasks are problems, make-ups to confirm, and answers to grade. Money due is what families owe; one family’s credit doesn’t reduce what others owe.',
    )}
  </p>
)
