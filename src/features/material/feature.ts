import { materialWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { material } from './api.ts'
import { materialRoutes } from './routes.ts'
import { assessments } from './assessments/api.ts'
import { assessmentRoutes } from './assessments/routes.ts'
import { clones } from './clone/api.ts'
import { cloneRoutes } from './clone/routes.ts'
import { hints } from './hints/api.ts'
import { hintRoutes } from './hints/routes.ts'
import { tests } from './tests/api.ts'
import { testRoutes } from './tests/routes.ts'
import { trash } from './trash/api.ts'
import { trashRoutes } from './trash/routes.ts'
import { visuals } from './visuals/api.ts'
import { visualRoutes } from './visuals/routes.ts'

/**
 * Learning material: courses, levels, chapters and sections; hints, tests, assessments and pictures; and the
 * trash.
 */
export const materialFeature: Feature = {
  name: 'material',
  endpoints: () => [
    endpoints(material, materialRoutes),
    endpoints(assessments, assessmentRoutes),
    endpoints(clones, cloneRoutes),
    endpoints(hints, hintRoutes),
    endpoints(tests, testRoutes),
    endpoints(trash, trashRoutes),
    endpoints(visuals, visualRoutes),
  ],
  wording: materialWording,
}
