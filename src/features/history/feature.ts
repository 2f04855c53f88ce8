import { mergeWording } from './rules.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { histories } from './api.ts'
import { historyRoutes } from './routes.ts'
import { audit } from './audit/api.ts'
import { auditRoutes } from './audit/routes.ts'

/**
 * History: the audit log of all centers, and the changes to one record, described in sentences.
 */
export const historyFeature: Feature = {
  name: 'history',
  endpoints: (_, wording) => [
    endpoints(histories, historyRoutes(mergeWording(wording))),
    endpoints(audit, auditRoutes(mergeWording(wording))),
  ],
  wording: {
    actions: {
      'audit.export': () => 'exported the audit log',
    },
  },
}
