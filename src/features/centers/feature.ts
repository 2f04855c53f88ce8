import { centersWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { centers } from './api.ts'
import { centersRoutes } from './routes.ts'

/**
 * Centers: their names, hours and settings, and the dashboard of a day.
 */
export const centersFeature: Feature = {
  name: 'centers',
  endpoints: () => [endpoints(centers, centersRoutes)],
  wording: centersWording,
}
