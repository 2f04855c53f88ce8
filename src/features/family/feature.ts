import { familyWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { family } from './api.ts'
import { familyRoutes } from './routes.ts'
import { absences } from './absences/api.ts'
import { absencesRoutes } from './absences/routes.ts'

/** Pages for parents and students at home, and absences reported ahead. */
export const familyFeature: Feature = {
  name: 'family',
  endpoints: () => [endpoints(family, familyRoutes), endpoints(absences, absencesRoutes)],
  wording: familyWording,
}
