import { afterAll, expect, test } from 'vitest'
import { billingFixture } from '#tests/billing-fixture.ts'
import { factories } from '#tests/factories.ts'
import { openPaymentProvider, providerKeys, signEvent } from '#tests/payment-provider.ts'
import { timeLimit } from '#tests/time.ts'
import { openWorld, type SomeoneKnown, today } from '#tests/world.ts'
import { billing, ownInvoices } from './api.ts'
import { checkout, stripeEvents } from './checkout/api.ts'
import { payments } from './payments/api.ts'
import { rates } from './rates/api.ts'

const provider = await openPaymentProvider()
afterAll(() => void provider.close())
const world = await openWorld({ stripe: { ...providerKeys, url: provider.url } })
const stripe = await world.as(null)

/** Total of an ordinary invoice, 120.00 with 7.77% tax. */
const ordinary = 12_932
/** Total of Maria's invoice: three lines of 120.00, minus a sibling discount of 12.00 with its tax. */
const ofMaria = 3 * ordinary - 1293

/**
 * Creates the families of 157 more children. The first three are special cases: a child who starts mid-month,
 * one on a break, and one with an excused absence. Returns the parents and, in the same order, the totals of
 * their invoices.
 */
async function makeFamilies({ centerId, math }: Awaited<ReturnType<typeof billingFixture>>) {
  const parents = await world.database.write(async (db) => {
    const make = factories(db)
    const second = await make.klass(centerId, { name: 'Math 6', time: '18:00', maxSize: 100 })
    const made: SomeoneKnown[] = []
    for (let at = 0; at < 157; at += 1) {
      const child = await make.student(centerId)
      const { id: placeId } = await make.place(
        at < 80 ? math : second,
        child.id,
        at === 0 ? { startsOn: '2026-03-20' } : {},
      )
      if (at === 1) await make.pause({ id: placeId, centerId }, '2026-03-01', '2026-03-12')
      if (at === 2)
        await db`
          insert into attendances (center_id, id, class_id, student_id, held_on, mark, excused)
          values (${centerId}, gen_random_uuid(), ${math.id}, ${child.id}, '2026-03-03', 'absent', true)`
      made.push(await make.parent([child], { firstName: 'Parent', lastName: `Number${at}` }))
    }
    return made
  })
  // Two of five classes cost 48.00 plus 3.73 tax; three of five cost 72.00 plus 5.59 tax.
  return { parents, owed: parents.map((_, at) => [5173, 7759][at] ?? ordinary) }
}

/** Pays a parent's invoice on Stripe's page. Stripe sends its event twice. */
async function payOnline(parent: SomeoneKnown) {
  const family = await world.as(parent)
  const [account] = (await family.call(ownInvoices.accounts, {})).body
  const { body: page } = await family.call(checkout.begin, { id: account?.invoices[0]?._id ?? '' })
  const object = provider.pay(new URL(page.url).pathname.split('/').at(-1) ?? '')
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object },
  })
  const send = () =>
    stripe.call(
      stripeEvents.take,
      {},
      { file: Buffer.from(body), headers: { 'stripe-signature': signEvent(body) } },
    )
  expect([(await send()).status, (await send()).status]).toEqual([204, 204])
}

test('invoices for 160 children balance to the cent after three kinds of payment and a bounced check', async () => {
  const set = await billingFixture(world)
  const { centerId, inMonth, as, maria, other, sendMonth, findings } = set
  await as.manager.call(rates.settings, { centerId, tax: 777 })
  const { parents, owed } = await makeFamilies(set)
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const whole = ofMaria + ordinary + sumOf(owed)
  const balances = async () => {
    const { families } = (await as.operator.call(billing.families, inMonth)).body
    return new Map(families.map(({ payerId, balance }) => [payerId, balance]))
  }
  const total = async () => sumOf([...(await balances()).values()])

  const began = performance.now()
  const { body: sent } = await sendMonth()
  const took = performance.now() - began
  expect(sent).toEqual({ count: 159, mailed: 159 })
  expect(took).toBeLessThan(timeLimit(3000))
  expect(await total()).toBe(whole)

  // The first 100 families pay by bank, the next 30 by check and the next 20 online.
  const lines = parents
    .slice(0, 100)
    .map((_, at) => `2026-03-03,${((owed[at] ?? 0) / 100).toFixed(2)},Transfer of Parent Number${at}`)
  const csv = ['d,a,t', ...lines].join('\n')
  const columns = { date: 0, amount: 1, text: 2 }
  const { body: bank } = await as.operator.call(payments.bank, {
    centerId,
    csv,
    columns,
    dateOrder: 'month first',
    dryRun: false,
  })
  const ofBank = sumOf(owed.slice(0, 100))
  expect([bank.recorded, bank.total]).toEqual([100, ofBank])
  const check = async (payerId: string, amount: number) =>
    (await as.operator.call(payments.add, { centerId, payerId, method: 'check', amount, on: today })).body
  const checks: Awaited<ReturnType<typeof check>>[] = []
  for (const { id } of parents.slice(100, 130)) checks.push(await check(id, ordinary))
  await check(maria.id, 101)
  for (const parent of parents.slice(130, 150)) await payOnline(parent)
  expect(await total()).toBe(whole - ofBank - 50 * ordinary - 101)

  const bounced = { centerId, id: checks[7]?._id ?? '', reason: 'Bounced' }
  expect((await as.operator.call(payments.undo, bounced)).body.balance).toBe(ordinary)
  expect(await total()).toBe(whole - ofBank - 49 * ordinary - 101)
  const left = [...(await balances())].filter(([, balance]) => balance !== 0)
  expect(new Map(left)).toEqual(
    new Map([
      [maria.id, ofMaria - 101],
      ...[other, ...parents.slice(150), ...parents.slice(107, 108)].map(({ id }): [string, number] => [
        id,
        ordinary,
      ]),
    ]),
  )
  const byMethod = await world.database.read<{ method: string; count: number; cents: number }[]>`
    select p.method, count(*)::int as count, -sum(e.amount)::int as cents
    from payments p join ledger_entries e on e.center_id = p.center_id and e.payment_id = p.id
    where p.center_id = ${centerId} group by p.method order by p.method`
  expect(byMethod).toEqual([
    { method: 'bank', count: 100, cents: ofBank },
    { method: 'check', count: 31, cents: 30 * ordinary + 101 },
    { method: 'online', count: 20, cents: 20 * ordinary },
  ])
  expect(await findings(), 'all invariants hold').toEqual([])
})
