import { automaticKinds, kindWords } from '#features/family/subscriptions/kinds.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { reminders } from './api.ts'
import { remindersCron, sendReminders } from './jobs.ts'
import { remindersRoutes } from './routes.ts'

const wordsOf = (kind: unknown) => {
  const [known] = automaticKinds.filter((each) => each === kind)
  return known ? kindWords[known].toLowerCase() : 'messages'
}

/**
 * Automatic messages: reminders and news from a center to families. Every kind is off until a manager
 * switches it on, and every parent can opt out. A job looks for due messages every few minutes, observes
 * quiet hours in the center's time zone, and sends each message once.
 */
export const remindersFeature: Feature = {
  name: 'reminders',
  endpoints: () => [endpoints(reminders, remindersRoutes)],
  jobs: () => ({ reminders: sendReminders }),
  cron: [remindersCron],
  wording: {
    actions: {
      'reminders.change': ({ before, after }) =>
        before['isOn'] === after['isOn']
          ? `changed when automatic messages are sent: ${wordsOf(after['kind'])}`
          : `switched automatic messages ${after['isOn'] === true ? 'on' : 'off'}: ${wordsOf(after['kind'])}`,
    },
  },
}
