import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { type Db, one } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publishEnd } from '#server/live.ts'
import { endSessions } from '../passwords/queries.ts'
import { userRow } from '../queries.ts'
import type { sessions } from './api.ts'
import { endSession, sessionsOf } from './queries.ts'
import { browserInWords } from './browser-words.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/**
 * Returns the account whose sessions are requested; 404 unless it is the caller's own or the caller is an
 * admin.
 */
async function sessionOwner(db: Db, actor: Actor, id: string) {
  if (id !== actor.id && actor.kind !== 'admin') throw notFound()
  return one(await userRow(db, id), notFound)
}

/** Returns the sessions of an account, and marks the caller's own session. */
export async function listedSessions(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof sessions)['list']>,
) {
  const { id: personId } = await sessionOwner(db, actor, input.id)
  const rows = await sessionsOf(db, personId)
  return rows.map(({ id, userAgent, ...row }) => ({
    _id: id,
    browser: browserInWords(userAgent),
    ...row,
    current: id === actor.session,
  }))
}

export async function signOutSession(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof sessions)['end']>,
) {
  const { id: personId } = await sessionOwner(db, actor, input.id)
  const { session } = input
  const ended = await (session
    ? endSession(db, { personId, session })
    : endSessions(db, { personId, except: actor.session }))
  for (const each of ended) publishEnd(db, each)
  if (ended.length > 0)
    record(db, actor, {
      action: 'accounts.endSessions',
      entity: personId,
      after: { count: ended.length },
    })
}
