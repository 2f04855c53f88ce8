import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Claims = Record<string, unknown>

/**
 * Opens an OpenID Connect provider on this machine: metadata, keys, a login page that lets everybody in, and
 * tokens. `claims` describe the next person to log in, `tokenClaims` override them in the token, and a
 * `forged` token is signed with another key.
 */
export async function openIdentityProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }
  const stranger = (await generateKeyPair('RS256')).privateKey
  const state = {
    claims: {} as Claims,
    tokenClaims: {} as Claims,
    forged: false,
  }
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string }>()

  const tokenFor = (nonce: string) =>
    new SignJWT({ nonce, ...state.claims, ...state.tokenClaims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer((state.tokenClaims['iss'] as string | undefined) ?? issuer)
      .setAudience((state.tokenClaims['aud'] as string | undefined) ?? 'our-client')
      .setIssuedAt()
      .setExpirationTime((state.tokenClaims['exp'] as number | undefined) ?? '5 minutes')
      .sign(state.forged ? stranger : privateKey)

  async function exchange(form: URLSearchParams) {
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isOurs = form.get('client_id') === 'our-client' && form.get('client_secret') === 'our-secret'
    if (!known || !isOurs || known.challenge !== verifier || form.get('redirect_uri') !== known.redirect)
      return { status: 400, body: { error: 'invalid_grant' } }
    return {
      status: 200,
      body: { access_token: 'x', token_type: 'Bearer', id_token: await tokenFor(known.nonce) },
    }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/.well-known/openid-configuration')
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/login`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (url.pathname === '/keys') return answer(200, jwks)
    if (url.pathname === '/login') return response.writeHead(302, { location: logIn(url.href) }).end()
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      void exchange(new URLSearchParams(body)).then((said) => answer(said.status, said.body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Logs in on the page with this URL, and returns the URL to which the browser is redirected. */
  function logIn(href: string) {
    const asked = new URL(href).searchParams
    const code = `code-${codes.size}-${Math.random()}`
    const redirect = asked.get('redirect_uri') ?? ''
    codes.set(code, {
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirect,
    })
    return `${redirect}?${new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()}`
  }
  return { issuer, state, logIn, close: () => server.close() }
}
