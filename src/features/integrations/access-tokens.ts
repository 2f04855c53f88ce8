import { v7 as newId } from 'uuid'
import { lockCenter } from '#features/centers/queries.ts'
import { t } from '#shared/language.ts'
import { newAccessToken } from '#server/access-tokens.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { one } from '#server/db.ts'
import { demandStepUp, has } from '#server/gate.ts'
import { withId } from '#server/records.ts'
import { sha256 } from '#server/session.ts'
import { conflict, forbidden, notFound } from '#shared/problem.ts'
import type { tokens } from './api.ts'
import { countTokens, putToken, revokeToken, tokenRows } from './queries.ts'

/** Maximum number of tokens per center that are neither revoked nor expired. */
const maxTokens = 50

/** Creates an access token. Returns it with its text, which isn't stored. */
export async function createToken(
  { actor, db, center }: CenterCall,
  { name, scopes, days }: HandlerInput<(typeof tokens)['create']>,
) {
  await demandStepUp(db, actor)
  if (!scopes.every((scope) => has(actor, scope))) throw forbidden()
  one(await lockCenter(db, center), notFound)
  const { count } = one(await countTokens(db, center), notFound)
  if (count >= maxTokens)
    throw conflict(
      'too_many_tokens',
      t('A center can have at most {maxTokens} tokens. Revoke one first.', { maxTokens }),
    )
  const [id, token] = [newId(), newAccessToken()]
  const given = [...new Set(scopes)]
  await putToken(db, center, { id, name, tokenHash: sha256(token), scopes: given, by: actor.id, days })
  record(db, actor, {
    action: 'integrations.createToken',
    entity: id,
    center,
    after: { name, scopes: given, days },
  })
  return { ...withId(one(await tokenRows(db, center, id), notFound)), token }
}

/** Revokes a token. Safe to repeat. */
export async function endToken({ actor, db, center }: CenterCall, id: string) {
  const before = one(await tokenRows(db, center, id), notFound)
  const [revoked] = await revokeToken(db, center, id)
  if (!revoked) return
  const { name, scopes } = before
  record(db, actor, {
    action: 'integrations.revokeToken',
    entity: id,
    center,
    before: { name, scopes },
  })
}
