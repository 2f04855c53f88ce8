import type { Handlers } from '#server/call.ts'
import type { absences } from './api.ts'
import { coverMeetings, meetingsOf } from './absence.ts'

export const absencesRoutes: Handlers<typeof absences> = {
  meetings: (call) => meetingsOf(call, call.input),
  cover: (call) => coverMeetings(call, call.input),
}
