import { v7 as newId } from 'uuid'
import { browserInWords } from '#features/accounts/sessions/browser-words.ts'
import { record } from '#server/audit.ts'
import type { ActionCall, CallOrigin, HandlerInput } from '#server/call.ts'
import { one } from '#server/db.ts'
import { addJob } from '#server/jobs.ts'
import { addressFault } from '#server/outbound.ts'
import { pushKey } from '#server/push.ts'
import type { Settings } from '#server/settings.ts'
import { notFound, refused } from '#shared/problem.ts'
import type { notifications } from './api.ts'
import { lockPerson } from '../queries.ts'
import { deviceRows, dropDevice, dropOldest, putDevice } from './queries.ts'

/** Maximum number of browsers per person. */
const maxDevices = 10

/** Returns the browsers in which the caller gets notifications, and the public key that a new one needs. */
export async function ownDevices({ db, actor }: ActionCall) {
  const [key, rows] = await Promise.all([pushKey(db), deviceRows(db, actor.id)])
  return {
    key,
    devices: rows.map(({ id, endpoint, userAgent, createdAt }) => ({
      _id: id,
      endpoint,
      browser: browserInWords(userAgent),
      createdAt,
    })),
  }
}

/** Turns notifications on in a browser. */
export async function addDevice(
  call: ActionCall & CallOrigin,
  { endpoint, keys }: HandlerInput<(typeof notifications)['add']>,
  { pushHosts }: Settings,
) {
  const { db, actor, from } = call
  const fault = addressFault(endpoint, pushHosts)
  if (fault) throw refused('rule', `The address ${fault}.`, '/endpoint')
  await lockPerson(db, actor.id)
  const before = await deviceRows(db, actor.id)
  const device = {
    id: newId(),
    personId: actor.id,
    endpoint,
    publicKey: keys.p256dh,
    authSecret: keys.auth,
    userAgent: from.agent,
  }
  const { id: deviceId } = one(await putDevice(db, device), notFound)
  await dropOldest(db, actor.id, maxDevices)
  if (!before.some(({ id }) => id === deviceId)) {
    await addJob(db, 'push', { deviceId })
    record(db, actor, { action: 'notifications.add', entity: actor.id })
  }
  return await ownDevices(call)
}

/** Turns notifications off in a browser. */
export async function removeDevice(call: ActionCall, { id }: HandlerInput<(typeof notifications)['remove']>) {
  const { db, actor } = call
  one(await dropDevice(db, { id, personId: actor.id }), notFound)
  record(db, actor, { action: 'notifications.remove', entity: actor.id })
  return await ownDevices(call)
}
