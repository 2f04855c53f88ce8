import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { centers } from '#features/centers/api.ts'
import { type Clock, clockOf } from '#shared/day-text.ts'
import { read } from './api.ts'

const silent = () => ''
/** Shows no time until the time zone is known, because a time in the wrong zone would be misread. */
const unknown: Clock = { moment: silent, day: silent, time: silent }

/**
 * Formats instants in a center's time zone: that of the center in the page's address, unless another is
 * named.
 */
export function useClock(named?: string): Clock {
  const { centerId = '' } = useParams({ strict: false })
  const { data } = useQuery(read(centers.one, { centerId: named ?? centerId }))
  return data ? clockOf(data.timeZone) : unknown
}
