import { createRemoteJWKSet, jwtVerify } from 'jose'
import { t } from '#shared/language.ts'
import { Problem, unavailable } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { refuseOnConstraint, type Database } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { countTry, withLimitsAfter, tokensFrom } from '#server/throttle.ts'
import type { HandlerInput } from '#server/call.ts'
import { sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import type { Account } from '../queries.ts'
import { enterAs, type SignInCall, unlessProblem } from '../sign-in.ts'
import type { google } from './api.ts'
import { bindSubject, googleAccount } from './queries.ts'

/** Creates the 401 for every kind of wrong token or account. The response doesn't reveal the kind. */
const wrongToken = () =>
  new Problem(
    401,
    'wrong_token',
    t('We don’t recognize this Google account. Log in with your email and password.'),
  )

type Claims = { subject: string; email: string; nonce: unknown }

/**
 * Returns a function that verifies an ID token against the issuer's keys: RS256 only, for our client, not
 * expired, with a verified email. The function returns the token's claims, or null if anything is wrong. It
 * throws 503 if the keys can't be loaded, because that must not count as a guess.
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
 * Limits each token to one use. Google's tokens are valid for an hour, so a stolen token could otherwise be
 * used again (reliability T9). The token is identified by its signed part, because a signature can be encoded
 * in several ways.
 */
const onceFor = (token: string) => ({
  subject: `google ${sha256(token.slice(0, token.lastIndexOf('.'))).toString('hex')}`,
  most: 1,
  seconds: 3600,
})

/**
 * True if the token's nonce is the hash of the secret, or if the token has no nonce. Our pages request tokens
 * with a nonce; other clients' tokens have none (reliability T9).
 */
const asksFor = ({ nonce }: Claims, secret = '') =>
  nonce === undefined || nonce === sha256(secret).toString('hex')

/**
 * Binds an account to the Google or other provider account that was used for the first sign-in. Does nothing
 * if it is already bound. Throws 401 if another account is bound to that subject.
 */
export const bind = (db: Database, { id, role, group }: Account, { subject }: Pick<Claims, 'subject'>) =>
  db.write(async (write) => {
    // A closed account stays bound, so that its Google account can't be bound to another account.
    const [bound] = await bindSubject(write, { id, subject }).catch(
      refuseOnConstraint('google_subject_taken', wrongToken()),
    )
    const kind = (role ?? group) as Actor['kind']
    if (bound)
      record(
        write,
        { kind, id },
        { action: 'accounts.bindGoogle', entity: id, after: { googleSubject: subject } },
      )
  })

/**
 * Returns the action that signs people in with Google's ID tokens. Caches Google's keys. The action throws
 * 401 for an invalid token or an unknown account, and 503 if the keys can't be loaded.
 */
export function googleSignIn(settings: Settings) {
  const readToken = tokenReader(settings)
  return async (call: SignInCall, input: HandlerInput<typeof google.enter>) => {
    const { db, from } = call
    const entered = await withLimitsAfter(db, [tokensFrom(from.address)], async () => {
      const claims = await readToken(input.idToken)
      const [account] = claims && asksFor(claims, input.secret) ? await googleAccount(db.read, claims) : []
      if (!claims || !account || (await countTry(db.single, onceFor(input.idToken))) > 0) throw wrongToken()
      await bind(db, account, claims)
      return await enterAs(call, settings, { account, action: 'accounts.google' })
    })
    return unlessProblem(entered)
  }
}
