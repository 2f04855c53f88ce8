import { centersWording } from './change-words.ts'
import { archive } from './archive/api.ts'
import { deleteCenter } from './archive/jobs.ts'
import { archiveRoutes } from './archive/routes.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { centers } from './api.ts'
import { centersRoutes } from './routes.ts'

/** Centers: their names and settings, and the archive, from which they can be deleted. */
export const centersFeature: Feature = {
  name: 'centers',
  endpoints: (_settings, _wording, inventory) => [
    endpoints(centers, centersRoutes),
    endpoints(archive, archiveRoutes(inventory)),
  ],
  jobs: () => ({ 'delete-center': deleteCenter }),
  wording: centersWording,
}
