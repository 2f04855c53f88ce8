import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '#web/api.ts'
import { centers } from './api.ts'

/**
 * Returns the country of the page's center, which determines how phone numbers are read. Returns `US` until
 * it is loaded, and on pages without a center.
 */
export function useCountry() {
  const { centerId = '' } = useParams({ strict: false })
  const { data } = useQuery({ ...read(centers.one, { centerId }), enabled: centerId !== '' })
  return data?.country ?? 'US'
}
