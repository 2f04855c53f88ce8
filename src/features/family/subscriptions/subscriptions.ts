import type { ActionCall, CallOrigin, HandlerInput } from '#server/call.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { countWrongLink } from '#server/rate-limits.ts'
import { isUnsubscribeToken, personOfToken } from '#server/unsubscribe-token.ts'
import { notFound } from '#shared/problem.ts'
import type { Choices, subscriptions } from './api.ts'
import { automaticKinds, type MailKind } from './kinds.ts'
import { centersOfParent, dropUnsubscription, putUnsubscription, refusedKinds, wanted } from './queries.ts'

type PublicCall = Pick<ActionCall, 'db'> & CallOrigin

/**
 * Returns the center and person that an unsubscribe link is for. Throws 404 if the link isn't valid, and 429
 * after too many invalid links from one network address.
 */
async function linked(db: Db, token: string, { from }: CallOrigin) {
  const personId = personOfToken(token)
  const centers = personId ? await centersOfParent(db, personId) : []
  for (const { id: center } of centers)
    if (personId && (await isUnsubscribeToken(db, token, { center, personId }))) return { center, personId }
  countWrongLink(from.address)
  throw notFound()
}

/** Returns the subscription that a link refers to. */
export async function linkedSubscription(
  { db, from }: PublicCall,
  { token }: HandlerInput<(typeof subscriptions)['link']>,
) {
  const { center, personId } = await linked(db, token, { from })
  return { center, wanted: await wanted(db, { center, personId, kind: 'all' }) }
}

type Change = { center: string; personId: string; kind: MailKind; wanted: boolean }

/** Unsubscribes from a kind of email or subscribes again, and records the change if there is one. */
async function change(db: Db, actor: Actor | null, { wanted: isWanted, ...choice }: Change) {
  const changed = await (isWanted ? dropUnsubscription(db, choice) : putUnsubscription(db, choice))
  const { center, personId, kind } = choice
  if (changed.length > 0)
    record(db, actor, {
      action: isWanted ? 'mail.subscribe' : 'mail.unsubscribe',
      entity: personId,
      center,
      after: { parentId: personId, kind },
    })
}

/** Unsubscribes from the emails that a link refers to, or subscribes again. */
export async function endSubscription(
  { db, from }: PublicCall,
  { token, wanted: isWanted }: HandlerInput<(typeof subscriptions)['end']>,
) {
  const { center, personId } = await linked(db, token, { from })
  await change(db, null, { center, personId, kind: 'all', wanted: isWanted })
  return { center, wanted: isWanted }
}

/** Returns a parent's choices at each center. */
export async function mailChoices({ db, actor }: Pick<ActionCall, 'db' | 'actor'>): Promise<Choices[]> {
  const rows = await refusedKinds(db, actor.id)
  return rows.map(({ center, kinds, sends }) => ({
    center,
    wanted: !kinds.includes('all'),
    kinds: automaticKinds
      .filter((kind) => sends.includes(kind))
      .map((kind) => ({ kind, wanted: !kinds.includes(kind) })),
  }))
}

/** Turns a kind of email from a center on or off. */
export async function chooseMail(
  call: Pick<ActionCall, 'db' | 'actor'>,
  input: HandlerInput<(typeof subscriptions)['choose']>,
) {
  const { db, actor } = call
  const { center } = one(
    (await refusedKinds(db, actor.id)).filter((each) => each.center === input.center),
    notFound,
  )
  await change(db, actor, { ...input, center, personId: actor.id })
  return one(
    (await mailChoices(call)).filter((each) => each.center === center),
    notFound,
  )
}
