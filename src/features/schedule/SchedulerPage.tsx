import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { centers } from '#features/centers/api.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'

const todayRoute = getRouteApi('/staff/centers/$centerId/scheduler')

/** `/centers/{centerId}/scheduler`: redirects to the center's schedule for today. */
export function SchedulerPage() {
  const { centerId } = todayRoute.useParams()
  const { data, error, refetch } = useQuery(read(centers.one, { centerId }))
  if (data)
    return (
      <Navigate
        to="/centers/$centerId/scheduler/$scheduleId"
        params={{ centerId, scheduleId: data.today }}
        replace
      />
    )
  return <QueryState query={{ error, refetch }} of={t('the scheduler')} lines={6} height="5rem" page />
}
