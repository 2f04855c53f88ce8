import type { Call } from '#server/call.ts'
import { normalizeKey } from './rules.ts'
import { activateDevice } from './queries.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { spend } from '#server/token-bucket.ts'
import { homeOf } from '#server/networks.ts'
import { withLimitsAfter, keysFrom } from '#server/throttle.ts'
import { publish } from '#server/live.ts'
import { installationKey, openSession } from '#server/session.ts'
import { deviceMe, endSession } from '#features/accounts/sign-in.ts'
import { activation } from './api.ts'

/**
 * Rate limit for all tablets together. Wrong keys don't block right ones, so only this limit prevents
 * guessing. In the hour for which a key is valid, 180,000 tries are possible. With 378 billion possible keys,
 * the chance of guessing one is one in two million.
 */
const keyChecks = { perSecond: 50, burst: 50 }
/**
 * Rate limit per network. Checked first, so that one network can't use up the shared limit. A center never
 * activates as many as thirty tablets at a time.
 */
const keyChecksFromHome = { perSecond: 1, burst: 30 }
const wrongKey = () =>
  new Problem(401, 'wrong_key', 'This key is wrong, expired or already used. Ask for a new one.')

/**
 * Signs a tablet in with its activation key, and ends the browser's previous session. Throws 401 for a wrong
 * key and 429 after too many tries.
 */
export async function activate(
  { db, actor, from }: Pick<Call<typeof activation.activate>, 'db' | 'actor' | 'from'>,
  typed: string,
) {
  const now = performance.now()
  spend(`activation ${homeOf(from.address)}`, keyChecksFromHome, now)
  spend('activation', keyChecks, now)
  return await withLimitsAfter(db, keysFrom(from.address), async () => {
    const key = normalizeKey(typed)
    return await db.write(async (write) => {
      const [device] = key
        ? await activateDevice(write, {
            key: await installationKey(write, 'device'),
            text: key,
            userAgent: from.agent,
          })
        : []
      if (!device) throw wrongKey()
      if (actor) await endSession(write, actor)
      const session = await openSession(
        write,
        { kind: 'devices', id: device.id, center: device.centerId },
        from,
      )
      record(write, null, { action: 'devices.activate', entity: device.id, center: device.centerId })
      publish(write, { channel: `center:${device.centerId}`, topic: 'device', id: device.id })
      return { me: await deviceMe(write, device), session }
    })
  })
}
