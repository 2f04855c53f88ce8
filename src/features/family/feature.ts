import { familyWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { family } from './api.ts'
import { familyRoutes } from './routes.ts'
import { absences } from './absences/api.ts'
import { absencesRoutes } from './absences/routes.ts'

/**
 * What parents and students see at home: their own pages, and absences reported ahead.
 */
export const familyFeature: Feature = {
  name: 'family',
  endpoints: () => [endpoints(family, familyRoutes), endpoints(absences, absencesRoutes)],
  wording: familyWording,
}
