import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Problem, unavailable } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { refusing, type Database } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { countTry, guardedAfter, tokensFrom } from '#server/throttle.ts'
import type { HandlerInput } from '#server/call.ts'
import { sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import type { Account } from '../queries.ts'
import { enterAs, type Entering, unlessProblem } from '../sign-in.ts'
import type { google } from './api.ts'
import { bindSubject, googleAccount } from './queries.ts'

/** One answer for every way in which a token or its account may be wrong. */
const wrongToken = () => new Problem(401, 'wrong_token', 'This Google account is not known here. Sign in with your e-mail and password.')

type Claims = { subject: string; email: string; nonce: unknown }

/**
 * Verifies an ID token against the issuer's keys: RS256 only, for us, not expired, with a verified e-mail. Null when anything is off. Throws
 * 503 when the keys can't be had, because that is no guess and must not count as one.
 */
function tokenReader({ googleClientId, googleIssuer, googleKeysUrl }: Settings) {
  if (!googleClientId) return async () => null
  const keys = createRemoteJWKSet(new URL(googleKeysUrl), { timeoutDuration: 4000 })
  return async (token: string): Promise<Claims | null> => {
    if (!keys.fresh)
      await keys.reload().catch(() => {
        throw unavailable(5)
      })
    const read = await jwtVerify(token, keys, {
      issuer: googleIssuer,
      audience: googleClientId,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'email'],
    }).catch(() => null)
    const { sub, email, email_verified: verified, nonce } = read?.payload ?? {}
    return sub && typeof email === 'string' && verified === true ? { subject: sub, email, nonce } : null
  }
}

/**
 * A token is good for an hour, and opens once: whoever finds it later comes too late (reliability T9). It is known by what is signed, because a signature
 * can be written in several ways.
 */
const onceFor = (token: string) => ({
  subject: `google ${sha256(token.slice(0, token.lastIndexOf('.'))).toString('hex')}`,
  most: 1,
  seconds: 3600,
})

/** A token that a page of ours has asked for opens only together with the secret of that very page; others have no nonce (reliability T9). */
const asksFor = ({ nonce }: Claims, secret = '') => nonce === undefined || nonce === sha256(secret).toString('hex')

/** Keeps which Google account this one belongs to, the first time that it comes. */
const bind = (db: Database, { id, role, group }: Account, { subject }: Claims) =>
  db.write(async (write) => {
    // An account that was closed keeps its Google account, and nobody else gets in by that.
    const [bound] = await bindSubject(write, { id, subject }).catch(refusing('google_subject_taken', wrongToken()))
    const kind = (role ?? group) as Actor['kind']
    if (bound) await record(write, { kind, id }, { action: 'accounts.bindGoogle', entity: id, after: { googleSubject: subject } })
  })

/** Signs people in by tokens of their Google accounts; keeps Google's keys. Throws 401 for a token that isn't known here and 503 without the keys. */
export function googleSignIn(settings: Settings) {
  const readToken = tokenReader(settings)
  return async (call: Entering, input: HandlerInput<typeof google.enter>) => {
    const { db, from } = call
    const entered = await guardedAfter(db, [tokensFrom(from.address)], async () => {
      const claims = await readToken(input.idToken)
      const [account] = claims && asksFor(claims, input.secret) ? await googleAccount(db.read, claims) : []
      if (!claims || !account || (await countTry(db.single, onceFor(input.idToken))) > 0) throw wrongToken()
      await bind(db, account, claims)
      return await enterAs(call, settings, { account, action: 'accounts.google' })
    })
    return unlessProblem(entered)
  }
}
