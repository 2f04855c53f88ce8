import { endpoints, type Feature } from '#server/feature.ts'
import { oddities } from './api.ts'
import { odditiesRoutes } from './routes.ts'

/**
 * Oddities: everything in a center's data that somebody should look at, such as overlapping seats or missing marks.
 */
export const odditiesFeature: Feature = {
  name: 'oddities',
  endpoints: () => [endpoints(oddities, odditiesRoutes)],
  wording: {
    actions: {
      'oddities.snooze': () => 'put off an oddity',
      'oddities.wake': () => 'took an oddity up again',
      'oddities.export': () => 'took the list of oddities as a file',
    },
  },
}
