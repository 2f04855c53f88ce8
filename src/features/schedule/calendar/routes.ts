import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { calendars } from './api.ts'
import { calendarAddress, calendarFeed, renewCalendarAddress } from './calendar-feed.ts'

export const calendarsRoutes = (settings: Settings): Handlers<typeof calendars> => ({
  feed: ({ db, input }) => calendarFeed(db, input.token),
  address: (call) => calendarAddress(call, { personId: call.input.personId, center: call.center }, settings),
  renew: async (call) =>
    created(
      await renewCalendarAddress(call, { personId: call.input.personId, center: call.center }, settings),
    ),
  childAddress: (call) => calendarAddress(call, { childId: call.input.id }, settings),
  renewChild: async (call) => created(await renewCalendarAddress(call, { childId: call.input.id }, settings)),
})
