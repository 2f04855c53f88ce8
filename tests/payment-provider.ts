import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'

/** Secrets with which the product is configured. */
export const providerKeys = { secretKey: 'sk_test_ours', webhookSecret: 'whsec_ours' }

const stripe = new Stripe(providerKeys.secretKey)

/** Signs the body of an event, as Stripe does. `at` is in seconds since 1970. */
export const signEvent = (
  body: string,
  { secret = providerKeys.webhookSecret, at = Date.now() / 1000 } = {},
) => stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(at) })

export type Session = Record<string, unknown> & {
  id: string
  metadata: Record<string, string>
  amount_total: number
  success_url: string
  cancel_url: string
}

/** Parses a form's `a[b][c]=…` fields. */
function fieldsOf(form: URLSearchParams) {
  const all: Record<string, unknown> = {}
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let at = all
    for (const part of path) at = (at[part] ??= {}) as Record<string, unknown>
    at[last] = value
  }
  return all as { [name: string]: string } & {
    metadata: Record<string, string>
    payment_intent_data: { metadata: Record<string, string> }
    line_items: {
      0: { price_data: { currency: string; unit_amount: string; product_data: { name: string } } }
    }
  }
}

/**
 * Stands in for Stripe on this machine: creates payment pages with a button, and answers requests about them.
 * If `fails` is set, responds with that status.
 */
export async function openPaymentProvider() {
  const state = { fails: null as number | null, calls: 0 }
  const sessions = new Map<string, Session>()
  const byKey = new Map<string, Session>()

  function create(form: URLSearchParams, key: string) {
    const before = byKey.get(key)
    if (before) return before
    const fields = fieldsOf(form)
    const { currency, unit_amount: amount, product_data: product } = fields.line_items[0].price_data
    const id = `cs_test_${randomBytes(8).toString('hex')}`
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(amount),
      currency,
      metadata: fields.metadata,
      intent_metadata: fields.payment_intent_data.metadata,
      name: product.name,
      success_url: fields['success_url'] ?? '',
      cancel_url: fields['cancel_url'] ?? '',
      expires_at: Number(fields['expires_at']),
      url: `${address}/pay/${id}`,
    }
    sessions.set(id, session)
    byKey.set(key, session)
    return session
  }

  /** Pays the amount on a page, either immediately or `later`, as with a bank transfer. */
  function pay(id: string, { later = false } = {}) {
    const session = sessions.get(id) as Session
    Object.assign(session, {
      status: 'complete',
      payment_status: later ? 'unpaid' : 'paid',
      payment_intent: `pi_${id.slice(-16)}`,
    })
    return session
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', address)
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [, first, id = ''] = /^\/(pay|paid)\/(\w+)$/.exec(url.pathname) ?? []
      if (first === 'pay')
        return response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<h1>${String(sessions.get(id)?.['name'])}</h1><form action="/paid/${id}"><button>Pay now</button></form><a href="${sessions.get(id)?.cancel_url}">Back</a>`,
          )
      if (first === 'paid')
        return response
          .writeHead(302, { location: pay(id).success_url.replace('{CHECKOUT_SESSION_ID}', id) })
          .end()
      state.calls += 1
      if (request.headers.authorization !== `Bearer ${providerKeys.secretKey}`)
        return json(401, { error: { type: 'authentication_error' } })
      if (state.fails !== null)
        return json(state.fails, { error: { type: 'invalid_request_error', code: 'amount_too_small' } })
      const [, expired] = /\/sessions\/(\w+)\/expire$/.exec(url.pathname) ?? []
      if (expired) {
        const session = sessions.get(expired)
        if (session?.['status'] !== 'open')
          return json(400, {
            error: { type: 'invalid_request_error', message: 'Only open ones can expire.' },
          })
        return json(200, Object.assign(session, { status: 'expired', url: null }))
      }
      if (request.method === 'POST')
        return json(
          200,
          create(
            new URLSearchParams(Buffer.concat(chunks).toString()),
            String(request.headers['idempotency-key']),
          ),
        )
      const found = sessions.get(url.pathname.split('/').at(-1) ?? '')
      return found
        ? json(200, found)
        : json(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: address, state, sessions, pay, close: () => server.close() }
}
