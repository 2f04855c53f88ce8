import { endpoints, type Feature } from '#server/feature.ts'
import { dashboard } from './api.ts'
import { dashboardRoutes } from './routes.ts'

/**
 * Pages and endpoints that combine several features: the dashboard, a student's record, a child's page. Nothing but the entry points imports them.
 */
export const overviewFeature: Feature = {
  name: 'overview',
  endpoints: () => [endpoints(dashboard, dashboardRoutes)],
}
