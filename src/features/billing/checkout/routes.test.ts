import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { billingFixture } from '#tests/billing-fixture.ts'
import { openPaymentProvider, providerKeys, signEvent } from '#tests/payment-provider.ts'
import { openWorld, today } from '#tests/world.ts'
import { billing, ownInvoices } from '../api.ts'
import { payments } from '../payments/api.ts'
import { checkout, stripeEvents } from './api.ts'

const provider = await openPaymentProvider()
afterAll(() => void provider.close())
const world = await openWorld({ stripe: { ...providerKeys, url: provider.url } })
const off = await openWorld()
const stripe = await world.as(null)
beforeEach(() => void (provider.state.fails = null))

/** Creates a family with a sent invoice of 348.00. Also returns a function that starts paying it online. */
async function owing() {
  const set = await billingFixture(world)
  await set.sendMonth()
  const [account] = (await set.as.mother.call(ownInvoices.accounts, {})).body
  const id = account?.invoices[0]?._id ?? ''
  /** Starts a payment and returns the provider's payment page. */
  const begin = async () => {
    const { body } = await set.as.mother.call(checkout.begin, { id })
    return provider.sessions.get(new URL(body.url).pathname.split('/').at(-1) ?? '') as never
  }
  return { ...set, id, begin: begin as () => Promise<ReturnType<typeof provider.pay>> }
}

/** Sends a signed event, as Stripe does. */
const sendEvent = (type: string, object: unknown, signed: Parameters<typeof signEvent>[1] = {}) => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  return stripe.call(
    stripeEvents.take,
    {},
    { file: Buffer.from(body), headers: { 'stripe-signature': signEvent(body, signed) } },
  )
}

const aMinute = 60_000
const completed = 'checkout.session.completed'

/** Pays 348.00 online. Also returns a function that sends Stripe's event about the sum of all refunds. */
async function paid() {
  const set = await owing()
  const session = provider.pay((await set.begin()).id)
  await sendEvent(completed, session)
  const refund = (sum: number) =>
    sendEvent('charge.refunded', {
      payment_intent: session['payment_intent'],
      metadata: session.metadata,
      refunded: sum === 34_800,
      amount_refunded: sum,
    })
  return { ...set, session, refund }
}

describe('an invoice that is paid online', () => {
  test('is named in the parent’s language on the payment page', async () => {
    const { maria, begin } = await owing()
    await world.database.single`update people set language = 'es' where id = ${maria.id}`
    expect(await begin()).toMatchObject({ name: 'Factura 2, marzo de 2026' })
  })

  test('is charged at its open amount, and its payment is recorded once, even if Stripe and the parent report it at the same time', async () => {
    const { centerId, maria, id, begin, as, pay, accountOf, mailTo, findings } = await owing()
    await pay(4800)
    const session = await begin()
    expect(session).toMatchObject({
      amount_total: 30_000,
      currency: 'usd',
      name: 'Invoice 2, March 2026',
      metadata: { center: centerId, payer: maria.id, invoice: id },
    })
    provider.pay(session.id)
    const finish = () => as.mother.call(checkout.finish, { id, session: session.id })
    const all = await Promise.all([
      sendEvent(completed, session),
      finish(),
      sendEvent(completed, session),
      finish(),
    ])
    expect(all.map(({ status }) => status)).toEqual([204, 200, 204, 200])
    expect(all[1].body).toEqual({ state: 'paid' })
    const { balance, entries } = await accountOf()
    expect(balance).toBe(0)
    expect(entries.filter(({ method }) => method === 'online')).toMatchObject([
      { amount: -30_000, on: today },
    ])
    expect((await mailTo(maria.id)).filter(({ purpose }) => purpose === 'receipt')).toHaveLength(2)
    expect((await as.mother.call(checkout.begin, { id })).body).toMatchObject({ code: 'nothing_to_pay' })
    expect((await as.mother.call(ownInvoices.one, { id })).body).toMatchObject({ open: 0, paysOnline: false })
    expect(await findings()).toEqual([])
  })

  test('can’t be paid until older invoices are paid, because payments cover those first', async () => {
    const { as, inMonth, sendMonth, pay } = await owing()
    await sendMonth({ ...inMonth, month: '2026-04' })
    const [account] = (await as.mother.call(ownInvoices.accounts, {})).body
    const [newer, older] = account?.invoices ?? []
    const id = newer?._id ?? ''
    expect((await as.mother.call(checkout.begin, { id })).body).toMatchObject({
      status: 409,
      code: 'older_open',
      message: 'Invoice 2 for March 2026 is still open. Please pay it first.',
    })
    const one = async () => (await as.mother.call(ownInvoices.one, { id })).body
    expect(await one()).toMatchObject({
      paysOnline: false,
      payFirst: { _id: older?._id, number: 2, month: '2026-03' },
    })
    await pay(older?.open ?? 0)
    expect(await one()).toMatchObject({ open: newer?.total, paysOnline: true, payFirst: null })
    expect((await as.mother.call(checkout.begin, { id })).status).toBe(200)
  })

  test('has one payment page for all requests, which is replaced after a payment', async () => {
    const { begin, pay } = await owing()
    const first = await begin()
    expect((await begin()).id).toBe(first.id)
    await pay(100)
    expect(await begin()).toMatchObject({ amount_total: 34_700 })
    expect(provider.sessions.get(first.id)).toMatchObject({ status: 'expired' })
  })

  test('has no second page while one is open, even if the first one was opened in an earlier half hour', async () => {
    const { id, begin, as } = await owing()
    const first = await begin()
    vi.setSystemTime(Date.now() + 20 * aMinute)
    onTestFinished(() => void vi.useRealTimers())
    expect((await begin()).id).toBe(first.id)
    vi.useRealTimers()
    const all = await Promise.all([1, 2, 3].map(() => as.mother.call(checkout.begin, { id })))
    expect(new Set(all.map(({ body }) => body.url)).size).toBe(1)
  })

  test('can’t be paid again while Stripe’s event about the payment is late', async () => {
    const { id, begin, as, accountOf } = await owing()
    provider.pay((await begin()).id)
    expect((await as.mother.call(checkout.begin, { id })).body).toMatchObject({ code: 'nothing_to_pay' })
    expect((await accountOf()).balance).toBe(0)
  })

  test('can’t be paid again while the bank processes a payment, but can once the payment is refunded', async () => {
    const { id, begin, as, accountOf } = await owing()
    const session = await begin()
    provider.pay(session.id, { later: true })
    expect((await as.mother.call(checkout.begin, { id })).body).toMatchObject({ status: 409, code: 'paying' })
    await sendEvent('checkout.session.async_payment_succeeded', provider.pay(session.id))
    const charge = { payment_intent: session['payment_intent'], metadata: session.metadata }
    await sendEvent('charge.refunded', { ...charge, refunded: true })
    expect((await accountOf()).balance).toBe(34_800)
    const again = await begin()
    expect(again).toMatchObject({ status: 'open', amount_total: 34_800 })
    expect(again.id).not.toBe(session.id)
  })

  test('counts as paid only after the bank has paid, even if that takes days', async () => {
    const { id, as, begin, accountOf } = await owing()
    const session = await begin()
    expect((await as.mother.call(checkout.finish, { id, session: session.id })).body).toEqual({
      state: 'open',
    })
    provider.pay(session.id, { later: true })
    await sendEvent(completed, session)
    expect((await as.mother.call(checkout.finish, { id, session: session.id })).body).toEqual({
      state: 'processing',
    })
    expect((await accountOf()).balance).toBe(34_800)
    await sendEvent('checkout.session.async_payment_succeeded', provider.pay(session.id))
    expect((await accountOf()).balance).toBe(0)
  })

  test('is owed again after a full refund, but only once', async () => {
    const { centerId, id, as, begin, accountOf, findings } = await owing()
    const session = provider.pay((await begin()).id)
    await sendEvent(completed, session)
    const charge = { payment_intent: session['payment_intent'], metadata: session.metadata }
    for (const _ of [1, 2])
      expect(
        (await sendEvent('charge.refunded', { ...charge, refunded: true, amount_refunded: 34_800 })).status,
      ).toBe(204)
    const { balance, entries } = await accountOf()
    expect([balance, entries[0]]).toMatchObject([34_800, { kind: 'reversal', note: 'Refunded online' }])
    const paymentId = entries.find(({ kind }) => kind === 'payment')?.paymentId ?? ''
    const again = await as.operator.call(payments.undo, { centerId, id: paymentId, reason: 'Refunded' })
    expect(again.status).toBe(409)
    await as.mother.call(checkout.finish, { id, session: session.id })
    expect((await accountOf()).balance).toBe(34_800)
    expect(await findings()).toEqual([])
  })
})

describe('a refund in parts', () => {
  test('is entered part by part, each part once, however often or late its event arrives', async () => {
    const { as, centerId, refund, accountOf, findings } = await paid()
    await Promise.all([refund(10_000), refund(10_000)])
    expect((await accountOf()).balance).toBe(10_000)
    await refund(34_800)
    await refund(10_000)
    const { balance, entries } = await accountOf()
    expect(balance).toBe(34_800)
    expect(entries.slice(0, 2).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refund', 24_800],
      ['refund', 10_000],
    ])
    const undo = { centerId, id: entries[0]?._id ?? '', reason: 'x' }
    expect((await as.manager.call(billing.undoAdjustment, undo)).status).toBe(404)
    expect(await findings()).toEqual([])
  })
})

describe('a dispute', () => {
  /** Pays online. Also returns a function that sends Stripe's events about disputes of the payment. */
  async function disputable() {
    const set = await paid()
    const { session } = set
    const dispute = async (
      event: 'funds_withdrawn' | 'funds_reinstated' | 'closed',
      { id = 'dp_1', ...more }: Record<string, unknown> = {},
    ) =>
      (
        await sendEvent(`charge.dispute.${event}`, {
          id: `${String(id)} ${session.id}`,
          amount: 34_800,
          currency: 'usd',
          payment_intent: session['payment_intent'],
          evidence_details: { due_by: Date.UTC(2026, 2, 20, 23) / 1000 },
          metadata: {},
          ...more,
        })
      ).status
    return { ...set, dispute }
  }

  test('takes the payment back only once, emails managers the deadline, and gives the payment back when it is won', async () => {
    const { dispute, accountOf, mailTo, manager, operator, centerId, as, findings } = await disputable()
    const all = await Promise.all([dispute('funds_withdrawn'), dispute('funds_withdrawn')])
    expect(all).toEqual([204, 204])
    const { balance, entries } = await accountOf()
    expect(balance).toBe(34_800)
    expect(entries[0]).toMatchObject({ kind: 'refund', amount: 34_800, isDisputed: true, isReversed: false })
    const notices = (await mailTo(manager.id)).filter(({ purpose }) => purpose === 'notice')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.subject).toMatch(/^Maria Silva disputed a payment of \$348\.00 at /)
    expect(notices[0]?.body).toContain('answer the dispute in Stripe by Mar 20, 2026.')
    expect(await mailTo(operator.id)).toEqual([])
    const undo = { centerId, id: entries[0]?._id ?? '', reason: 'x' }
    expect((await as.manager.call(billing.undoAdjustment, undo)).status).toBe(404)
    const paymentId = entries.find(({ kind }) => kind === 'payment')?.paymentId ?? ''
    const again = await as.operator.call(payments.undo, { centerId, id: paymentId, reason: 'Disputed' })
    expect([again.status, again.body]).toMatchObject([409, { code: 'returned' }])

    expect(await dispute('closed')).toBe(204)
    expect([await dispute('funds_reinstated'), await dispute('funds_reinstated')]).toEqual([204, 204])
    expect(await dispute('funds_withdrawn'), 'sent again').toBe(204)
    const after = await accountOf()
    expect(after.balance).toBe(0)
    expect(after.entries[0]).toMatchObject({ kind: 'reversal', isDisputed: true })
    expect(await findings()).toEqual([])
  })

  test.each<[string, Record<string, unknown>, number]>([
    ['a part of the payment', { amount: 5000 }, 5000],
    ['more than the payment', { amount: 40_000 }, 34_800],
    ['an amount in another currency', { amount: 31_000, currency: 'eur' }, 34_800],
  ])('about %s takes back no more than was paid', async (_, more, taken) => {
    const { dispute, accountOf, findings } = await disputable()
    expect(await dispute('funds_withdrawn', more)).toBe(204)
    expect((await accountOf()).balance).toBe(taken)
    expect(await findings()).toEqual([])
  })

  test('never takes back more than was paid, even together with refunds', async () => {
    const { dispute, refund, accountOf, findings } = await disputable()
    await refund(10_000)
    await dispute('funds_withdrawn')
    expect((await accountOf()).balance).toBe(34_800)
    await refund(34_800)
    await dispute('funds_withdrawn', { id: 'dp_2' })
    expect((await accountOf()).balance).toBe(34_800)
    await dispute('funds_reinstated')
    expect((await accountOf()).balance).toBe(10_000)
    await refund(34_800)
    expect((await accountOf()).balance).toBe(34_800)
    expect(await findings()).toEqual([])
  })

  test('gets an error if the win is reported before the withdrawal, so that Stripe reports the win again', async () => {
    const { dispute, accountOf } = await disputable()
    expect(await dispute('funds_reinstated')).toBe(409)
    await dispute('funds_withdrawn')
    expect(await dispute('funds_reinstated')).toBe(204)
    expect((await accountOf()).balance).toBe(0)
  })

  test('of a payment that isn’t ours, or that was refunded, changes nothing', async () => {
    const { dispute, refund, accountOf } = await disputable()
    for (const intent of ['pi_theirs', null])
      for (const event of ['funds_withdrawn', 'funds_reinstated'] as const)
        expect(await dispute(event, { payment_intent: intent })).toBe(204)
    expect((await accountOf()).balance).toBe(0)
    await refund(34_800)
    for (const event of ['funds_withdrawn', 'funds_reinstated'] as const)
      expect(await dispute(event)).toBe(204)
    expect((await accountOf()).balance).toBe(34_800)
  })
})

describe('an event from Stripe', () => {
  test.each<[string, Parameters<typeof signEvent>[1]]>([
    ['signed with another secret', { secret: 'whsec_theirs' }],
    ['from ten minutes ago', { at: Date.now() / 1000 - 600 }],
  ])('%s is refused', async (_, signed) => {
    const { begin, accountOf } = await owing()
    const session = provider.pay((await begin()).id)
    expect(await sendEvent(completed, session, signed)).toMatchObject({
      status: 400,
      body: { code: 'wrong_signature' },
    })
    expect((await accountOf()).balance).toBe(34_800)
  })

  test('whose body was changed, or that has no signature, is refused', async () => {
    const headers = { 'stripe-signature': signEvent('{"type":"other"}') }
    const file = Buffer.from('{"type":"x"}')
    expect((await stripe.call(stripeEvents.take, {}, { file, headers })).status).toBe(400)
    expect((await stripe.call(stripeEvents.take, {}, { file })).status).toBe(400)
  })

  test('about something else is accepted and ignored', async () => {
    expect(
      (await sendEvent(completed, { payment_status: 'paid', payment_intent: 'pi_x', metadata: {} })).status,
    ).toBe(204)
    expect((await sendEvent('customer.created', { id: 'cus_1' })).status).toBe(204)
  })

  test.each<[string, (session: Record<string, unknown>) => unknown, number]>([
    ['about an unknown invoice', (s) => ({ ...s, metadata: { center: 'X', payer: 'y', invoice: 'z' } }), 404],
    ['in another currency', (s) => ({ ...s, currency: 'eur' }), 409],
  ])('%s is refused, so that Stripe reports the failure', async (_, change, status) => {
    const { begin, accountOf } = await owing()
    const session = provider.pay((await begin()).id)
    expect((await sendEvent(completed, change(session))).status).toBe(status)
    expect((await accountOf()).balance).toBe(34_800)
  })
})

describe('a parent', () => {
  test('can’t pay another family’s invoice, or finish a payment with another invoice’s page', async () => {
    const { id, begin, as } = await owing()
    const other = await owing()
    const session = provider.pay((await begin()).id)
    expect((await other.as.mother.call(checkout.begin, { id })).status).toBe(404)
    expect((await other.as.mother.call(checkout.finish, { id, session: session.id })).status).toBe(404)
    expect((await other.as.mother.call(checkout.finish, { id: other.id, session: session.id })).status).toBe(
      404,
    )
    expect((await as.mother.call(checkout.finish, { id, session: 'cs_test_none' })).status).toBe(404)
  })

  test('gets an error if the provider refuses the amount or doesn’t respond', async () => {
    const { id, as } = await owing()
    provider.state.fails = 400
    expect(await as.mother.call(checkout.begin, { id })).toMatchObject({
      status: 409,
      body: { code: 'not_payable' },
    })
    provider.state.fails = 503
    expect((await as.mother.call(checkout.begin, { id })).status).toBe(503)
  })

  test('gets a 404 where online payment is off', async () => {
    const { sendMonth, as } = await billingFixture(off)
    await sendMonth()
    const id = (await as.mother.call(ownInvoices.accounts, {})).body[0]?.invoices[0]?._id ?? ''
    expect((await as.mother.call(ownInvoices.one, { id })).body).toMatchObject({
      open: 34_800,
      paysOnline: false,
    })
    expect((await as.mother.call(checkout.begin, { id })).status).toBe(404)
  })
})
