import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '#web/api.ts'
import { centers } from './api.ts'

/** Country of the center that the page is about, which phone numbers are read with. */
export function useCountry() {
  const { centerId = '' } = useParams({ strict: false })
  const { data } = useQuery({ ...read(centers.one, { centerId }), enabled: centerId !== '' })
  return data?.country ?? 'US'
}
