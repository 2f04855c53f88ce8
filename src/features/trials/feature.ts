import { endpoints, type Feature } from '#server/feature.ts'
import { trials } from './api.ts'
import { trialsRoutes } from './routes.ts'

/**
 * The trial form that a center can put on its own website: a public page that asks for a child's name, a
 * parent's email address and a choice of seat. Nothing is stored in the center's lists until the parent
 * confirms the request with an emailed link. Then the family is added as it would be at the front desk, as a
 * prospect with a trial. Protection against spam consists of a field that people don't see, a minimum time to
 * fill in the form, limits for each sender and center, and the confirmation.
 */
export const trialsFeature: Feature = {
  name: 'trials',
  endpoints: (settings) => [endpoints(trials, trialsRoutes(settings))],
  wording: {
    actions: {
      'trials.confirm': () => 'took a request from the trial form, confirmed by email',
    },
  },
}
