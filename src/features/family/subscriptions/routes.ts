import type { Handlers } from '#server/call.ts'
import type { subscriptions } from './api.ts'
import { chooseMail, endSubscription, linkedSubscription, mailChoices } from './subscriptions.ts'

export const subscriptionsRoutes: Handlers<typeof subscriptions> = {
  link: (call) => linkedSubscription(call, call.input),
  end: (call) => endSubscription(call, call.input),
  list: (call) => mailChoices(call),
  choose: (call) => chooseMail(call, call.input),
}
