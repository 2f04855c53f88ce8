import { endpoints, type Feature } from '#server/feature.ts'
import { operation } from './api.ts'
import { operationRoutes } from './routes.ts'
import { storage } from './storage/api.ts'
import { storageRoutes } from './storage/routes.ts'
import { operationJobs, operationCron } from './jobs.ts'

/**
 * Operation: backups, storage quotas and the state of the installation.
 */
export const operationFeature: Feature = {
  name: 'operation',
  endpoints: (settings) => [endpoints(operation, operationRoutes(settings)), endpoints(storage, storageRoutes)],
  jobs: operationJobs,
  cron: [operationCron],
}
