import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { centers } from '#features/centers/api.ts'
import { type Clock, clockOf } from '#shared/day-text.ts'
import { read } from './api.ts'

const silent = () => ''
/**
 * Formatters to use until the time zone is known. They return '', because a wrong time zone would mislead.
 */
const unknown: Clock = { moment: silent, day: silent, time: silent }

/**
 * Returns formatters for instants in the time zone of a center, by default of the center in the page's URL.
 * They return '' until the time zone is known.
 */
export function useClock(named?: string): Clock {
  const { centerId = '' } = useParams({ strict: false })
  const { data } = useQuery(read(centers.one, { centerId: named ?? centerId }))
  return data ? clockOf(data.timeZone) : unknown
}
