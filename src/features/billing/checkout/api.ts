import { z } from 'zod'
import { Nothing, None, post } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'

/**
 * `open` means that nothing has been paid yet. `processing` means that the bank needs a few days; the payment
 * appears once the bank has paid.
 */
export const CheckoutState = z.enum(['open', 'processing', 'paid'])
export type CheckoutState = z.infer<typeof CheckoutState>

/** Payment of one of the signed-in parent's invoices on a Stripe page. 404 if online payment is off. */
export const checkout = {
  /**
   * Returns the URL of the page for paying the open amount of the invoice. 409 `nothing_to_pay`, `older_open`
   * (an older invoice has to be paid first), `paying` (a payment is in progress), `not_payable` (Stripe
   * refuses the amount, such as less than 50 cents). 503 if Stripe doesn't respond.
   */
  begin: post('/parent/invoices/:id/checkout', {
    who: 'invoices.own',
    effect: 'own',
    rate: { perSecond: 0.2, burst: 5 },
    input: z.object({ id: Id }),
    output: z.object({ url: z.string() }),
  }),
  /**
   * Asks Stripe whether the invoice was paid and, if so, records the payment. `session` comes from the URL to
   * which Stripe sends the parent back.
   */
  finish: post('/parent/invoices/:id/checkout/finish', {
    who: 'invoices.own',
    effect: 'own',
    rate: { perSecond: 0.5, burst: 10 },
    input: z.object({ id: Id, session: z.string().regex(/^\w{1,255}$/, 'must be a Stripe id') }),
    output: z.object({ state: CheckoutState }),
  }),
}

/** Calls made by Stripe. */
export const stripeEvents = {
  /**
   * Handles an event. A payment is recorded once. A single refund of a whole payment undoes it, and any other
   * refund or dispute is entered in the ledger once. If the center wins a dispute, its entry is reversed.
   * Other events are ignored. 409 `not_withdrawn` if a dispute is won before its withdrawal is known. 400
   * `wrong_signature` unless Stripe signed the event within the last five minutes.
   */
  take: post('/stripe/events', {
    who: 'stripe.events',
    limit: 256 * 1024,
    bytes: 'application/json',
    signature: 'stripe-signature',
    input: None,
    output: Nothing,
  }),
}
