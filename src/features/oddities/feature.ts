import { endpoints, type Feature } from '#server/feature.ts'
import { oddities } from './api.ts'
import { odditiesRoutes } from './routes.ts'

/**
 * Oddities: problems in a center's data that need attention, such as double-booked students or missing marks.
 */
export const odditiesFeature: Feature = {
  name: 'oddities',
  endpoints: () => [endpoints(oddities, odditiesRoutes)],
  wording: {
    actions: {
      'oddities.snooze': () => 'snoozed an oddity',
      'oddities.wake': () => 'ended the snooze of an oddity',
      'oddities.export': () => 'exported the list of oddities',
    },
  },
}
