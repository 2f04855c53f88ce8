import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { homeOf } from '#server/guessing.ts'
import { knownFor } from '#server/known-browsers.ts'
import { publishEnd } from '#server/live.ts'
import { perMinute, spend } from '#server/buckets.ts'
import { hashPassword } from '#server/passwords.ts'
import { type Handlers, toKnown } from '#server/call.ts'
import { openSession, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { strengthOf } from '#server/strength.ts'
import { leastScore, type Role } from '../rules.ts'
import { passwords } from './api.ts'
import { endSessions, setPassword, takeLink, voidLinks } from './queries.ts'
import { tokenInvalid, ownerOfLink, strongEnough, tellChanged, provePassword, requestRecovery } from './passwords.ts'

/** Passwords that may be tried with one right link. */
const passwordsByLink = perMinute(30)

/** Passwords whose strength one browser may ask for. */
const scores = perMinute(60)

export const passwordsRoutes = (settings: Settings): Handlers<typeof passwords> => ({
  async change({ input, actor, db, from }) {
    if (input.id !== actor.id) throw notFound()
    const person = await provePassword(db, actor, input.currentPassword)
    await strongEnough(input.password, person)
    const passwordHash = await hashPassword(input.password)
    return await db.write(async (write) => {
      await setPassword(write, { personId: actor.id, passwordHash })
      // This one's too: whoever has copied its cookie must not stay (reliability T5). Its own windows come back with the new one.
      for (const { session } of await endSessions(write, { personId: actor.id }))
        await publishEnd(write, { session, again: session === actor.session })
      await record(write, actor, { deed: 'accounts.password', entity: actor.id })
      await tellChanged(write, settings, { ...person, id: actor.id })
      return toKnown(null, await knownFor(write, from.known, { id: actor.id, passwordHash }), await openSession(write, actor, from))
    })
  },

  async score({ input, actor, from }) {
    spend(`score ${actor?.session ?? homeOf(from.address)}`, scores)
    return await strengthOf(input.password)
  },

  async recover(call) {
    await requestRecovery(call, call.input)
    return null
  },

  async link({ input, db, from }) {
    const { role, firstName, email, userName, purpose } = await ownerOfLink(db, sha256(input.token), from)
    return { firstName, signInName: email ?? userName ?? '', purpose, least: leastScore({ role: role as Role | null }) }
  },

  async reset({ input, db, from }) {
    const tokenHash = sha256(input.token)
    const owner = await ownerOfLink(db.read, tokenHash, from)
    spend(`passwords by link ${owner.personId}`, passwordsByLink)
    await strongEnough(input.password, owner)
    const passwordHash = await hashPassword(input.password)
    const { personId } = owner
    return await db.write(async (write) => {
      one(await takeLink(write, tokenHash), tokenInvalid)
      await setPassword(write, { personId, passwordHash })
      await voidLinks(write, personId)
      await endSessions(write, { personId })
      await publishEnd(write, { person: personId })
      await record(write, null, { deed: 'accounts.reset', entity: personId })
      if (owner.purpose === 'recovery') await tellChanged(write, settings, { ...owner, id: personId })
      // Whoever has the mailbox goes past those who guess at the account.
      return toKnown(null, await knownFor(write, from.known, { id: personId, passwordHash }))
    })
  },
})
