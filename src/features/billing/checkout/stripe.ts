import type { Stripe } from 'stripe'
import { t } from '#shared/language.ts'
import type { Settings } from '#server/settings.ts'
import { conflict, notFound, Problem, unavailable } from '#shared/problem.ts'

/** Metadata that Stripe stores with a payment and returns with events about it, except disputes. */
export type PaymentMetadata = { center: string; payer: string; invoice: string }

const timeoutMs = 8000

const isRefused = (error: unknown) => (error as { type?: string }).type === 'StripeInvalidRequestError'

/** Throws the problem for a failed call to Stripe. */
function explain(error: unknown): never {
  const { type, code } = error as { type?: string; code?: string }
  if (code === 'resource_missing') throw notFound()
  if (type === 'StripeInvalidRequestError')
    throw conflict(
      'not_payable',
      t('This amount can’t be paid online. Please ask your center how to pay it.'),
    )
  throw unavailable(5)
}

/**
 * Returns a client for Stripe's API. The library is loaded on first use, because few installations need it.
 * Every call throws 404 if online payment is off.
 */
export function stripeApi({ stripe: set }: Settings) {
  let opened: Promise<Stripe> | null = null

  async function open() {
    if (!set) throw notFound()
    const { Stripe: Api } = await import('stripe')
    const { protocol, hostname, port } = new URL(set.url)
    return new Api(set.secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
    })
  }
  const api = () => (opened ??= open())

  return {
    /** Creates a payment page. The same key returns the same page. */
    async createSession(params: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) {
      const { checkout } = await api()
      return await checkout.sessions.create(params, { idempotencyKey }).catch(explain)
    },

    /** Closes an unpaid page. Returns false if Stripe refuses, for example because it was paid meanwhile. */
    async expire(id: string) {
      const { checkout } = await api()
      return await checkout.sessions.expire(id).then(
        () => true,
        (error: unknown) => (isRefused(error) ? false : explain(error)),
      )
    },

    async session(id: string) {
      const { checkout } = await api()
      return await checkout.sessions.retrieve(id).catch(explain)
    },

    /** Returns an event after checking Stripe's signature. Throws 400 if it doesn't match or is too old. */
    async event(body: Uint8Array, signature: string): Promise<Stripe.Event> {
      const { webhooks } = await api()
      try {
        return webhooks.constructEvent(Buffer.from(body), signature, set?.webhookSecret ?? '')
      } catch {
        throw new Problem(400, 'wrong_signature', 'The signature doesn’t match the event, or is too old.')
      }
    },
  }
}
export type StripeApi = ReturnType<typeof stripeApi>
