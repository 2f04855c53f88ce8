import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { RowList, rowClass } from '#ui/RowList.tsx'
import { read } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import { centers, type Center } from './api.ts'
import style from './CentersPage.module.css'

/** Loads the form for a new center separately, because the page doesn't need its schemas. */
const loadSheet = () => import('./CenterSheet.tsx')

/** `/centers`: the centers that the user can access. Admins can create new ones. */
export function CentersPage() {
  useTitle(t('Centers'))
  const { data, error, isFetching, refetch } = useQuery(read(centers.list, {}))
  const [open, setOpen] = useState(false)
  const me = useMe()
  const mayCreate = may(me, 'centers.create')
  const { ready: sheet } = useLazyParts(mayCreate ? loadSheet : null)
  const newCenter = mayCreate && (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
      {t('New center')}
    </Button>
  )
  return (
    <div className={`${style.page} stack gap-4 wide`}>
      <PageHead
        title={t('Centers')}
        facts={data && data.length > 1 && counted(data.length, 'center')}
        actions={data && data.length > 0 && newCenter}
      />
      {data?.length === 0 && (
        <EmptyState
          icon={<Building2 />}
          title={t(mayCreate ? 'Add your first center' : 'No centers yet')}
          action={newCenter}
        >
          {t(
            mayCreate
              ? 'Classes, students and staff belong to a center. Once you’ve added one, its dashboard shows the next steps.'
              : 'Ask your manager to add you to a center.',
          )}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <RowList label={t('Centers')}>
          {data.map((center) => (
            <CenterRow key={center._id} center={center} />
          ))}
        </RowList>
      )}
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the centers')} lines={4} height="3rem" />
      )}
      {may(me, 'centers.archive') && <ArchivedCenters />}
      {open && sheet && <sheet.CenterSheet onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Archived centers that the user can read. Refetched while there are any, so that deleted ones disappear. */
function ArchivedCenters() {
  const { data = [] } = useQuery({
    ...read(centers.list, { archived: true }),
    refetchInterval: ({ state }) => (state.data?.length ? 5_000 : false),
  })
  if (data.length === 0) return null
  return (
    <section className="stack gap-2" aria-label={t('Archived')}>
      <h2>{t('Archived')}</h2>
      <RowList label={t('Archived centers')}>
        {data.map((center) => (
          <CenterRow key={center._id} center={center} />
        ))}
      </RowList>
    </section>
  )
}

function CenterRow({ center: { _id, address, city, state, zip, timeZone } }: { center: Center }) {
  const where = [address, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
  return (
    <li>
      <Link to="/centers/$centerId" params={{ centerId: _id }} className={rowClass(style.center)}>
        <strong>{_id}</strong>
        <span>{where}</span>
        <span>{timeZone.replaceAll('_', ' ')}</span>
      </Link>
    </li>
  )
}
