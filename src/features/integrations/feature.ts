import { endpoints, type Feature } from '#server/feature.ts'
import { tokens } from './api.ts'
import { integrationsWording } from './change-words.ts'
import { tokensRoutes } from './routes.ts'

/**
 * Connections of a center with other programs. A program calls the API with an access token that a manager
 * creates: it has some of the creator's permissions, for this center only. Its calls are in the audit log under
 * its name. The server reads tokens in `server/access-tokens.ts`.
 */
export const integrationsFeature: Feature = {
  name: 'integrations',
  endpoints: () => [endpoints(tokens, tokensRoutes)],
  wording: integrationsWording,
}
