import type { Handlers } from '#server/call.ts'
import type { reminders } from './api.ts'
import { changeReminder, reminderList } from './reminders.ts'

export const remindersRoutes: Handlers<typeof reminders> = {
  list: ({ db, center }) => reminderList(db, center),
  put: (call) => changeReminder(call, call.input),
}
