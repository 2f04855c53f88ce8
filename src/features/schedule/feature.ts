import { scheduleWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { schedules } from './api.ts'
import { schedulesRoutes } from './routes.ts'
import { absences } from './absence/api.ts'
import { absencesRoutes } from './absence/routes.ts'
import { days } from './days/api.ts'
import { daysRoutes } from './days/routes.ts'
import { classes } from './classes/api.ts'
import { classesRoutes } from './classes/routes.ts'
import { calendars } from './calendar/api.ts'
import { calendarsRoutes } from './calendar/routes.ts'
import { places } from './places/api.ts'
import { placesRoutes } from './places/routes.ts'
import { breaks } from './breaks/api.ts'
import { breaksRoutes } from './breaks/routes.ts'
import { offers } from './offers/api.ts'
import { offersRoutes } from './offers/routes.ts'
import { credits } from './credits/api.ts'
import { creditsRoutes } from './credits/routes.ts'
import { makeupRequests } from './makeup-requests/api.ts'
import { makeupRequestsRoutes } from './makeup-requests/routes.ts'
import { comingClasses } from './coming/api.ts'
import { comingRoutes } from './coming/routes.ts'
import { tableImports } from './import/api.ts'
import { tableImportRoutes } from './import/routes.ts'
import { settings as centerSettings } from './center-settings/api.ts'
import { settingsRoutes } from './center-settings/routes.ts'

/**
 * The schedule: classes and their terms, seats, breaks, make-up credits, changes to single days, closures and
 * calendars. `places/` locks a class before it gives out a seat, so a class never gets more students than
 * seats unless a manager or admin states a reason.
 */
export const scheduleFeature: Feature = {
  name: 'schedule',
  endpoints: (settings) => [
    endpoints(centerSettings, settingsRoutes),
    endpoints(comingClasses, comingRoutes),
    endpoints(schedules, schedulesRoutes),
    endpoints(days, daysRoutes),
    endpoints(absences, absencesRoutes),
    endpoints(classes, classesRoutes),
    endpoints(calendars, calendarsRoutes(settings)),
    endpoints(places, placesRoutes),
    endpoints(breaks, breaksRoutes),
    endpoints(offers, offersRoutes),
    endpoints(credits, creditsRoutes),
    endpoints(makeupRequests, makeupRequestsRoutes(settings)),
    endpoints(tableImports, tableImportRoutes(settings)),
  ],
  wording: scheduleWording,
}
