import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { centers } from '#features/centers/api.ts'
import { type Clock, clockOf } from '#shared/day-text.ts'
import { read } from './api.ts'

const silent = () => ''
/** Until it is known by which clock an instant is told, it isn't: it would be read as another time than it was. */
const unknown: Clock = { moment: silent, day: silent, time: silent }

/** Instants by the clock of a center: of the one in the page's address, unless another is named. */
export function useClock(named?: string): Clock {
  const { centerId = '' } = useParams({ strict: false })
  const { data } = useQuery(read(centers.one, { centerId: named ?? centerId }))
  return data ? clockOf(data.timeZone) : unknown
}
