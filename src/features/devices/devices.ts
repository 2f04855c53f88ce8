import { randomBytes } from 'node:crypto'
import { browserInWords } from '#features/accounts/sessions/browser-words.ts'
import { changeCenter, lockCenter } from '#features/centers/queries.ts'
import { putPin } from '#features/centers/queries.ts'
import { v7 as newId } from 'uuid'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, enter, reachable } from '#server/gate.ts'
import { publish, publishEnd } from '#server/live.ts'
import { hashPassword } from '#server/passwords.ts'
import { installationKey } from '#server/session.ts'
import type { Device, devices } from './api.ts'
import {
  clearPinTries,
  type DeviceRow,
  deviceRows,
  endDeviceSessions,
  keyHash,
  putDevice,
  reissueKey,
  renameDevice,
  revokeDevice,
} from './queries.ts'
import { keyOf } from './rules.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'

export const shown = ({ id, userAgent, ...row }: DeviceRow): Device => ({
  _id: id,
  ...row,
  browser: userAgent ? browserInWords(userAgent) : null,
})

const oneDevice = async (db: Db, actor: Actor, id: string, { lock = false } = {}) =>
  one(await deviceRows(db, await reachable(db, actor), { id, lock }), notFound)

/** Creates an activation key and the hash under which it is stored. */
async function newKey(db: Db) {
  const key = keyOf(() => randomBytes(1)[0] as number)
  return { key, keyHash: keyHash(await installationKey(db, 'device'), key) }
}

/**
 * Locks and returns a device for a change. Throws 412 for an outdated version, and 409 for a revoked device,
 * because revoking is permanent.
 */
async function deviceToChange(db: Db, actor: Actor, { id, ifMatch }: { id: string; ifMatch: number | null }) {
  const row = await oneDevice(db, actor, id, { lock: true })
  if (isStale(ifMatch, row.version)) throw stale(shown(row))
  if (row.state === 'revoked')
    throw conflict('revoked', 'This device has been revoked. Add it again to use it.')
  return row
}

/**
 * Returns the fields recorded in a device's history: only the office's decisions, never a key or anything the
 * browser did.
 */
const kept = ({ name, state }: DeviceRow) => ({ name, state })

const tell = (db: Db, { centerId, id }: Pick<DeviceRow, 'centerId' | 'id'>) =>
  publish(db, { channel: `center:${centerId}`, topic: 'device', id })

/** Ends the device's sessions and open connections within a second. */
async function endNow(db: Db, row: DeviceRow) {
  await endDeviceSessions(db, row)
  publishEnd(db, { device: row.id })
}

/**
 * Sets a center's classroom PIN when its first device is added, before the device shows today's students.
 * Throws 422 `pin_first` without a PIN, and 409 `pin_chosen` if the center has already chosen one or turned
 * it off.
 */
async function choosePin(
  db: Db,
  actor: Actor,
  { center, pin }: { center: CenterId; pin: string | undefined },
) {
  const before = one(await lockCenter(db, center), notFound)
  if (!before.classroomPinDue) {
    if (pin === undefined) return
    throw conflict(
      'pin_chosen',
      'This center’s classroom PIN was already set or turned off. Leave the field blank. A manager can change the PIN under Settings.',
    )
  }
  if (pin === undefined)
    throw refused('pin_first', 'Choose a classroom PIN of 4 to 6 digits first.', '/classroomPin')
  await putPin(db, center, await hashPassword(pin))
  const after = one(await changeCenter(db, before), notFound)
  record(db, actor, { action: 'centers.change', entity: center, center, before, after })
}

/** Adds a tablet and returns its activation key, which is shown only once. */
export async function addDevice({ actor, db }: ActionCall, input: HandlerInput<(typeof devices)['create']>) {
  const center = await enter(db, actor, input.centerId)
  await choosePin(db, actor, { center, pin: input.classroomPin })
  const id = newId()
  const made = await newKey(db)
  await putDevice(db, { centerId: center, id, name: input.name, keyHash: made.keyHash, by: actor.id })
  const row = await oneDevice(db, actor, id)
  record(db, actor, { action: 'devices.create', entity: id, center, after: kept(row) })
  tell(db, row)
  return { ...shown(row), key: made.key }
}

/** Renames a tablet, unblocks its PIN or gives it a new key. Throws 422 if none of these is requested. */
export async function changeDevice(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof devices)['change']>,
) {
  const { id, name, reissue = false, allowPin = false } = input
  if (name === undefined && !reissue && !allowPin)
    throw refused('no_change', 'Enter a new name, or ask for a new key.')
  const before = await deviceToChange(db, actor, { id, ifMatch })
  if (name !== undefined) await renameDevice(db, { ...before, name })
  if (allowPin || reissue) await clearPinTries(db, before)
  const made = reissue ? await newKey(db) : null
  if (made) {
    await reissueKey(db, { ...before, keyHash: made.keyHash })
    await endNow(db, before)
  }
  const after = await oneDevice(db, actor, id)
  const action = reissue ? 'devices.reissue' : name === undefined ? 'devices.allowPin' : 'devices.rename'
  record(db, actor, {
    action,
    entity: id,
    center: before.centerId,
    before: kept(before),
    after: kept(after),
  })
  tell(db, after)
  return { ...shown(after), key: made?.key ?? null }
}

export async function revokeAccess(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof devices)['revoke']>,
) {
  const before = await deviceToChange(db, actor, { id: input.id, ifMatch })
  await revokeDevice(db, before)
  await endNow(db, before)
  const after = { ...kept(before), state: 'revoked' }
  record(db, actor, {
    action: 'devices.revoke',
    entity: input.id,
    center: before.centerId,
    before: kept(before),
    after,
  })
  tell(db, before)
}
