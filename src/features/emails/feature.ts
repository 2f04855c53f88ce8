import { emailsWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { emails } from './api.ts'
import { emailsRoutes } from './routes.ts'

/** Messages from a center to its families, written from templates, with a preview and a log. */
export const emailsFeature: Feature = {
  name: 'emails',
  endpoints: (settings) => [endpoints(emails, emailsRoutes(settings))],
  wording: emailsWording,
}
