import { emailsWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { emails } from './api.ts'
import { looks } from './look/api.ts'
import { looksRoutes } from './look/routes.ts'
import { emailsRoutes } from './routes.ts'

/**
 * Messages from a center to its families, written from templates, with a preview, a log and the center's
 * look.
 */
export const emailsFeature: Feature = {
  name: 'emails',
  endpoints: (settings) => [
    endpoints(emails, emailsRoutes(settings)),
    endpoints(looks, looksRoutes(settings)),
  ],
  wording: emailsWording,
}
