import { gigabytes } from '#shared/text.ts'
import { text, quoted } from '#features/history/change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { operation } from './api.ts'
import { operationRoutes } from './routes.ts'
import { storage } from './storage/api.ts'
import { storageRoutes } from './storage/routes.ts'
import { operationJobs, operationCron } from './jobs.ts'

/** Operation: backups, storage quotas and the state of the installation. */
export const operationFeature: Feature = {
  name: 'operation',
  endpoints: (settings) => [
    endpoints(operation, operationRoutes(settings)),
    endpoints(storage, storageRoutes),
  ],
  jobs: operationJobs,
  cron: [operationCron],
  wording: {
    actions: {
      'operation.backup': () => 'started a backup',
      'operation.restore': ({ after }) =>
        after['center'] === undefined
          ? `restored the backup ${text(after['file'])}`
          : `restored ${text(after['center'])} from the backup ${text(after['file'])}`,
      'operation.quota': ({ before, after }) =>
        typeof before['quota'] === 'number' && typeof after['quota'] === 'number'
          ? `changed the storage from ${gigabytes(before['quota'])} GB to ${gigabytes(after['quota'])} GB`
          : 'changed the storage',
      'operation.seen': ({ after }) => `marked the alarm ${quoted(after['text'])} as seen`,
    },
  },
}
