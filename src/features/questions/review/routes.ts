import type { Handlers } from '#server/call.ts'
import type { reviews } from './api.ts'
import { reviewsPage, sendBack } from './reviews.ts'

export const reviewRoutes: Handlers<typeof reviews> = {
  queue: (call) => reviewsPage(call, call.input),

  sendBack: (call) => sendBack(call, call.input),
}
