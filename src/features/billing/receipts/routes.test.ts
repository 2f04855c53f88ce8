import { expect, test } from 'vitest'
import { billingFixture } from '#tests/billing-fixture.ts'
import { openWorld, today } from '#tests/world.ts'
import { payments } from '../payments/api.ts'
import { ownReceipts, receipts } from './api.ts'

const world = await openWorld()

test('both the office and the family can see a receipt with the payment and the balance right after it', async () => {
  const { centerId, as, sendMonth, pay } = await billingFixture(world)
  await sendMonth()
  const first = (await pay(10_000, { reference: 'Check 7' })).body._id
  await pay(5000)
  const { body } = await as.operator.call(receipts.one, { centerId, id: first })
  expect(body).toMatchObject({
    center: centerId,
    payer: 'Maria Silva',
    amount: 10_000,
    on: today,
    method: 'cash',
    reference: 'Check 7',
    balance: 24_800,
    isUndone: false,
  })
  expect((await as.mother.call(ownReceipts.one, { id: first })).body).toEqual(body)
})

test('a receipt says if its payment was undone', async () => {
  const { centerId, as, pay } = await billingFixture(world)
  const id = (await pay(5000)).body._id
  await as.operator.call(payments.undo, { centerId, id, reason: 'Bounced' })
  expect((await as.mother.call(ownReceipts.one, { id })).body).toMatchObject({ isUndone: true })
})

test('another family or another center can’t read a receipt', async () => {
  const { centerId, as, pay } = await billingFixture(world)
  const other = await billingFixture(world)
  const id = (await pay(5000)).body._id
  expect((await other.as.mother.call(ownReceipts.one, { id })).status).toBe(404)
  expect((await other.as.operator.call(receipts.one, { centerId, id })).status).toBe(404)
  expect((await other.as.operator.call(receipts.one, { centerId: other.centerId, id })).status).toBe(404)
  expect((await as.mother.call(ownReceipts.one, { id })).status).toBe(200)
})
