import * as client from 'openid-client'
import { t } from '#shared/language.ts'
import type { HandlerInput } from '#server/call.ts'
import type { Database } from '#server/db.ts'
import { pageAddress } from '#server/mail.ts'
import { isLoopback } from '#server/networks.ts'
import type { Settings } from '#server/settings.ts'
import { sha256 } from '#server/session.ts'
import { countTry, tokensFrom, withLimitsAfter } from '#server/throttle.ts'
import { notFound, Problem, unavailable } from '#shared/problem.ts'
import { bind } from '../google/google-sign-in.ts'
import { googleAccount } from '../google/queries.ts'
import { enterAs, type SignInCall, unlessProblem } from '../sign-in.ts'
import type { oidc } from './api.ts'
import { keepLogin, type StartedLogin, readKept } from './kept-login.ts'

/** Time limit for the provider's responses, in seconds. */
const timeout = 4

/** Creates the 401 for every kind of error. The response doesn't reveal the kind. */
const unknownLogin = () =>
  new Problem(
    401,
    'wrong_token',
    t('We don’t recognize this account, or the login wasn’t completed. Log in with your email and password.'),
  )

/**
 * Returns a function that loads the provider's metadata on first use. The function throws 404 if no provider
 * is set up, and 503 if it doesn't respond. A failure isn't cached, so the next call tries again.
 */
function provider({ oidc: set }: Settings) {
  let found: Promise<client.Configuration> | null = null
  return () => {
    if (!set) throw notFound()
    const isHere = isLoopback(new URL(set.issuer).hostname)
    found ??= client
      .discovery(new URL(set.issuer), set.clientId, undefined, client.ClientSecretPost(set.clientSecret), {
        timeout,
        // Only a provider on this machine may be reached without TLS. Signatures are checked too, although
        // tokens come straight from the provider.
        execute: [client.enableNonRepudiationChecks, ...(isHere ? [client.allowInsecureRequests] : [])],
      })
      .catch(() => {
        found = null
        throw unavailable(5)
      })
    return found
  }
}

/** Returns the URL of our page to which the provider redirects people. */
const returnTo = (settings: Settings) => pageAddress(settings, '/login')

/**
 * Returns the identifier that binds an account to a provider account. Google subjects are stored in the same
 * column, so the prefix keeps the two apart.
 */
const subjectOf = (issuer: string, subject: string) => `oidc ${issuer} ${subject}`

type Person = { subject: string; email: string }

/**
 * Returns the person who logged in at the provider, or null if anything is wrong. Throws 503 if the provider
 * doesn't respond.
 */
async function personOf(
  config: client.Configuration,
  { answer, kept, settings }: { answer: string; kept: StartedLogin; settings: Settings },
): Promise<Person | null> {
  const url = new URL(`${returnTo(settings)}?${answer.replace(/^\?/, '')}`)
  const tokens = await client
    .authorizationCodeGrant(config, url, {
      pkceCodeVerifier: kept.verifier,
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      if (error instanceof TypeError || (error as Error).name === 'TimeoutError') throw unavailable(5)
      return null
    })
  const claims = tokens?.claims()
  if (!claims) return null
  const { iss, sub, email, email_verified: verified } = claims
  const isVerified = verified === true || settings.oidc?.verifiesEmail === true
  return iss && sub && typeof email === 'string' && isVerified
    ? { subject: subjectOf(iss, sub), email }
    : null
}

/**
 * Returns the actions that log people in with their account at the provider in OIDC_ISSUER. They use the
 * authorization code flow with PKCE, state and nonce. `enter` finds our account by its binding to the
 * provider's account or, the first time, by a verified email.
 */
export function oidcSignIn(settings: Settings) {
  const metadata = provider(settings)
  return {
    async begin({ db }: { db: Database }) {
      const config = await metadata()
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: returnTo(settings),
        scope: 'openid email',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, kept: await keepLogin(db, { state, nonce, verifier }) }
    },

    async enter(call: SignInCall, input: HandlerInput<typeof oidc.enter>) {
      const { db, from } = call
      const config = await metadata()
      const entered = await withLimitsAfter(db, [tokensFrom(from.address)], async () => {
        const kept = await readKept(db, input.kept)
        const once = { subject: `oidc ${sha256(kept?.state ?? '').toString('hex')}`, most: 1, seconds: 600 }
        if (!kept || (await countTry(db.single, once)) > 0) throw unknownLogin()
        const person = await personOf(config, { answer: input.answer, kept, settings })
        const [account] = person ? await googleAccount(db.read, person) : []
        if (!person || !account) throw unknownLogin()
        await bind(db, account, person)
        return await enterAs(call, settings, { account, action: 'accounts.oidc' })
      })
      return unlessProblem(entered)
    },
  }
}
