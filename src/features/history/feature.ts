import { mergeWording } from './rules.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { histories } from './api.ts'
import { historyRoutes } from './routes.ts'
import { audit } from './audit/api.ts'
import { auditRoutes } from './audit/routes.ts'

/**
 * History: the audit log, a description of the changes to one record, and the people who have seen a child's
 * data.
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
