import { useQuery } from '@tanstack/react-query'
import { Problem } from '#shared/problem.ts'
import { call } from '#web/api.ts'
import { allParts } from './all-parts.ts'
import { allCenters } from './api.ts'

/**
 * Reads the open tasks and the money due of all centers, in parts of several centers. They don't depend on
 * the chosen range of days, so changing the range doesn't read them again. During an upgrade, the server may
 * not have this endpoint yet (404), which isn't reported as an error.
 */
export function useTasksAndMoney() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [allCenters.tasksAndMoney.path, {}],
    queryFn: ({ signal }) => allParts((after) => call(allCenters.tasksAndMoney, { after }, { signal })),
  })
  const isMissing = error instanceof Problem && error.status === 404
  return { loaded: data ?? [], error: data || isMissing ? null : error, isFetching, refetch }
}
