import { describe, expect, test } from 'vitest'
import { billingFixture } from '#tests/billing-fixture.ts'
import { openWorld, today } from '#tests/world.ts'
import { currencies } from '../amounts.ts'
import { billing } from '../api.ts'
import { rates } from './api.ts'

const world = await openWorld()
const set = () => billingFixture(world)
type Set = Awaited<ReturnType<typeof set>>

const currencyOf = async ({ centerId, as }: Set) =>
  (await as.manager.call(rates.list, { centerId })).body.settings.currency
const choose = ({ centerId, as }: Set, currency: unknown) =>
  as.manager.call(rates.settings, { centerId, currency: currency as 'USD' })

describe('a center’s currency', () => {
  const shared = set()

  test.each([
    ['without decimals', 'JPY'],
    ['with three decimals', 'KWD'],
    ['written in lower case', 'usd'],
    ['with a space', 'USD '],
    ['that stands for no currency', 'XXX'],
    ['that doesn’t exist', 'ABC'],
    ['written as a sign', '$'],
    ['written as a name', 'US dollar'],
    ['that is empty', ''],
    ['that is null', null],
    ['that is a number', 840],
    ['that is a list', ['USD']],
  ])('%s is refused', async (_, currency) => {
    const { status, body } = await choose(await shared, currency)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [{ path: '/currency', message: 'must be a currency with two decimals, such as USD or EUR' }],
    })
    expect(await currencyOf(await shared)).toBe('USD')
  })

  test('can be any that has two decimals, and can be changed as long as all invoices are drafts', async () => {
    const here = await set()
    for (const currency of currencies)
      expect(new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()).toMatchObject({
        maximumFractionDigits: 2,
      })
    expect((await choose(here, 'EUR')).body).toMatchObject({ currency: 'EUR' })
    await here.as.manager.call(billing.run, here.inMonth)
    expect((await choose(here, 'CAD')).body).toMatchObject({ currency: 'CAD' })
  })

  test.each<[string, (here: Set) => Promise<unknown>]>([
    ['an invoice was sent', ({ sendMonth }) => sendMonth()],
    ['a payment was recorded', ({ pay }) => pay(100)],
    [
      'a credit was entered',
      ({ as, centerId, maria }) =>
        as.manager.call(billing.adjust, {
          centerId,
          payerId: maria.id,
          kind: 'credit',
          amount: 100,
          on: today,
          note: 'Gift',
        }),
    ],
  ])('can’t be changed, unlike other settings, after %s', async (_, enterMoney) => {
    const here = await set()
    await enterMoney(here)
    expect((await choose(here, 'EUR')).body).toMatchObject({ status: 409, code: 'currency_in_use' })
    expect(await currencyOf(here)).toBe('USD')
    // Other settings can still be changed, even if the unchanged currency is sent with them.
    const both = { centerId: here.centerId, currency: 'USD', dueDays: 30 } as const
    expect((await here.as.manager.call(rates.settings, both)).body).toMatchObject({
      currency: 'USD',
      dueDays: 30,
    })
  })
})
