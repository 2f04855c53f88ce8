import { useQueryClient } from '@tanstack/react-query'
import { type Center, centers } from '#features/centers/api.ts'
import { read } from '#web/api.ts'
import { schedules } from '../api.ts'
import { credits } from '../credits/api.ts'
import { days } from '../days/api.ts'
import { settings } from './api.ts'

/**
 * Returns a function that refetches everything that shows a center's settings or closed days. A center that
 * has just been saved is shown at once, so that the next change is based on it.
 */
export function useCenterChange() {
  const queries = useQueryClient()
  return (saved?: Center) => {
    if (saved) queries.setQueryData(read(centers.one, { centerId: saved._id }).queryKey, saved)
    for (const { path } of [
      centers.one,
      centers.list,
      settings.closures,
      schedules.day,
      days.list,
      credits.effects,
    ])
      void queries.invalidateQueries({ queryKey: [path] })
  }
}
