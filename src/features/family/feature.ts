import { familyWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { family } from './api.ts'
import { familyRoutes } from './routes.ts'
import { absences } from './absences/api.ts'
import { absencesRoutes } from './absences/routes.ts'
import { makeups } from './makeups/api.ts'
import { makeupsRoutes } from './makeups/routes.ts'
import { familyPickups } from './pickups/api.ts'
import { familyPickupRoutes } from './pickups/routes.ts'
import { notifications } from './push/api.ts'
import { sendNotification } from './push/jobs.ts'
import { notificationsRoutes } from './push/routes.ts'
import { texts } from './texts/api.ts'
import { sendCode, sendText } from './texts/jobs.ts'
import { textsRoutes } from './texts/routes.ts'
import { subscriptions } from './subscriptions/api.ts'
import { subscriptionsRoutes } from './subscriptions/routes.ts'

/**
 * Pages for parents and students at home: absences reported in advance, make-ups booked by parents, people
 * who may pick up a child, and preferences for email, notifications and text messages.
 */
export const familyFeature: Feature = {
  name: 'family',
  endpoints: (settings) => [
    endpoints(family, familyRoutes),
    endpoints(absences, absencesRoutes),
    endpoints(makeups, makeupsRoutes),
    endpoints(familyPickups, familyPickupRoutes),
    endpoints(subscriptions, subscriptionsRoutes),
    endpoints(notifications, notificationsRoutes(settings)),
    endpoints(texts, textsRoutes(settings)),
  ],
  jobs: () => ({ push: sendNotification, text: sendText, 'text-code': sendCode }),
  wording: familyWording,
}
