import { endpoints, type Feature } from '#server/feature.ts'
import { tokens } from './api.ts'
import { integrationsWording } from './change-words.ts'
import { tokensRoutes } from './routes.ts'
import { webhooks } from './webhooks/api.ts'
import { deliverDue, queueDue, webhooksCron } from './webhooks/delivering.ts'
import { webhooksRoutes } from './webhooks/routes.ts'

/**
 * Connections between a center and other programs. A program calls the API with an access token created by a
 * manager. The token has some of the creator's permissions, for this center only, and its calls appear in the
 * audit log under its name. `server/access-tokens.ts` checks tokens. Webhooks notify a program of changes:
 * `record` stores each notification together with the change (`shared/webhook-events.ts`), and a job delivers
 * it.
 */
export const integrationsFeature: Feature = {
  name: 'integrations',
  endpoints: (settings) => [endpoints(tokens, tokensRoutes), endpoints(webhooks, webhooksRoutes(settings))],
  jobs: () => ({ webhooks: deliverDue, 'webhooks-due': queueDue }),
  cron: [webhooksCron],
  wording: integrationsWording,
}
