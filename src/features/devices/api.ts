import { Me } from '#features/accounts/rules.ts'
import { z } from 'zod'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Pin } from '#features/centers/rules.ts'
import { DeviceState } from './rules.ts'

/**
 * A device as the office sees it. `keyExpiresAt` is set while the device waits for its key, and may be in the
 * past. `browser` describes the browser once the device has been activated. `lastSeenAt` is accurate to the
 * minute and includes ended sessions. `pinBlockedUntil` is set after too many wrong classroom PINs.
 */
const Device = record('Device', {
  _id: Id,
  centerId: z.string(),
  name: z.string(),
  state: DeviceState,
  keyExpiresAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
  pinBlockedUntil: Instant.nullable(),
  browser: z.string().nullable(),
  createdBy: z.string(),
  version: z.int(),
})
export type Device = z.infer<typeof Device>

/**
 * A device with its new key of eight characters. `key` is null if none was made, and when a call is repeated,
 * because a key is returned only once.
 */
const DeviceWithKey = Device.extend({ key: z.string().nullable() })
export type DeviceWithKey = z.infer<typeof DeviceWithKey>

const Name = RequiredText(longest.name)

/** Shared classroom tablets and their activation (spec §7, Devices). */
export const devices = {
  /** Devices of one center, or of all centers the caller can access, with each center's revoked ones last. */
  list: get('/devices', {
    who: 'devices.manage',
    input: z.object({ centerId: CenterName.optional() }),
    output: z.array(Device),
  }),
  create: post('/devices', {
    who: 'devices.manage',
    once: true,
    secret: 'key',
    /**
     * The first device of a center sets its classroom PIN: 422 `pin_first` without a PIN, 409 `pin_chosen` if
     * the center already has one.
     */
    input: z.object({ centerId: CenterName, name: Name, classroomPin: Pin.optional() }),
    output: DeviceWithKey,
  }),
  /**
   * Renames a device. `allowPin` lifts the block after wrong PINs. `reissue` immediately ends the device's
   * session and makes a new key. 409 if the device is revoked.
   */
  change: patch('/devices/:id', {
    who: 'devices.manage',
    secret: 'key',
    input: z.object({
      id: Id,
      name: Name.optional(),
      reissue: z.literal(true).optional(),
      allowPin: z.literal(true).optional(),
    }),
    output: DeviceWithKey,
  }),
  /** Revokes a device: its session ends immediately and permanently. The record is kept. */
  revoke: del('/devices/:id', { who: 'devices.manage', input: z.object({ id: Id }), output: Nothing }),
}

export const activation = {
  /** Signs a tablet in with its activation key. */
  activate: post('/auth/devices', {
    who: 'auth.enter',
    effect: 'own',
    input: z.object({ key: z.string().min(1).max(20) }),
    output: Me,
  }),
}
