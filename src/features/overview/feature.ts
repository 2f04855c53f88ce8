import { mergeWording } from '#features/history/rules.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { allCenters } from './all-centers/api.ts'
import { allCentersRoutes } from './all-centers/routes.ts'
import { classPage, dashboard } from './api.ts'
import { firstSteps } from './first-steps/api.ts'
import { firstStepsRoutes } from './first-steps/routes.ts'
import { childRecord } from './record/api.ts'
import { childRecordRoutes } from './record/routes.ts'
import { classPageRoutes, dashboardRoutes } from './routes.ts'
import { search } from './search/api.ts'
import { searchRoutes } from './search/routes.ts'
import { t } from '#shared/language.ts'

/**
 * Pages and endpoints that combine several features: the dashboard, the comparison of all centers, the
 * search, a class with all of its students, a student's record, a child's page. Only the entry points import
 * them.
 */
export const overviewFeature: Feature = {
  name: 'overview',
  endpoints: (_, wording) => [
    endpoints(childRecord, childRecordRoutes(mergeWording(wording))),
    endpoints(dashboard, dashboardRoutes),
    endpoints(allCenters, allCentersRoutes),
    endpoints(search, searchRoutes),
    endpoints(classPage, classPageRoutes),
    endpoints(firstSteps, firstStepsRoutes),
  ],
  wording: { actions: { 'comparison.export': () => t('exported the center comparison') } },
}
