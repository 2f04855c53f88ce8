import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { BarPlot } from '#ui/BarPlot.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { oddities } from './api.ts'
import style from './OdditiesPage.module.css'
import { byAge } from './age-groups.ts'

/** Number of oddities at a center by age, with a link to them, not counting snoozed ones. */
export function OdditiesByAge({ centerId, today }: { centerId: string; today: Day }) {
  const { data, error, isFetching, refetch } = useQuery(read(oddities.list, { centerId }))
  useLive(`center:${centerId}`, ['schedule'], [oddities.list])
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the oddities')} lines={4} height="1.75rem" />
    )
  const open = data.filter(({ snoozedUntil }) => snoozedUntil === undefined)
  if (open.length === 0)
    return (
      <>
        <h2>{t('Age of oddities')}</h2>
        <p className={`${style.none} row middle gap-2 target quiet`}>
          <CircleCheck size={18} aria-hidden /> {t('No oddities.')}
        </p>
      </>
    )
  const urgent = open.filter(({ severity }) => severity === 'error').length
  const bars = byAge(open, today).map(({ label, count }) => ({ label, value: count, color: 'warn' as const }))
  return (
    <>
      <BarPlot label={t('Age of oddities')} heads={[t('Since'), t('Oddities')]} bars={bars} />
      <Link
        to="/centers/$centerId/oddities"
        params={{ centerId }}
        className={`${style.all} row middle gap-2 target`}
      >
        {urgent === 0
          ? t('See all {count}', { count: open.length })
          : t('See all {count}, {urgent} of them urgent', { count: open.length, urgent })}
      </Link>
    </>
  )
}
