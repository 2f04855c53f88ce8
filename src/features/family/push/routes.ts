import type { Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { notifications } from './api.ts'
import { addDevice, ownDevices, removeDevice } from './notifications.ts'

export const notificationsRoutes = (settings: Settings): Handlers<typeof notifications> => ({
  list: (call) => ownDevices(call),
  add: (call) => addDevice(call, call.input, settings),
  remove: (call) => removeDevice(call, call.input),
})
