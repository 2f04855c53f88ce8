import { privacyWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { erasing } from './erasing/api.ts'
import { erasingRoutes } from './erasing/routes.ts'
import { retention } from './retention/api.ts'
import { retentionRoutes } from './retention/routes.ts'
import { retire, retireCron } from './retention/jobs.ts'

/** Privacy: erasing people, and how long their data is kept. */
export const privacyFeature: Feature = {
  name: 'privacy',
  endpoints: (_settings, _wording, inventory) => [
    endpoints(erasing, erasingRoutes(inventory)),
    endpoints(retention, retentionRoutes),
  ],
  jobs: (_url, inventory) => ({ retire: retire(inventory) }),
  cron: [retireCron],
  wording: privacyWording,
}
