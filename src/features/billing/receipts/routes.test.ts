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

test('neither a receipt nor an undone payment shows the hash by which a line of a bank’s file is recognized', async () => {
  const { centerId, as, accountOf } = await billingFixture(world)
  const csv = 'Date,Amount,Text\n3/2/2026,5.00,Maria Silva'
  const columns = { date: 0, amount: 1, text: 2 }
  await as.operator.call(payments.bank, {
    centerId,
    csv,
    columns,
    dateOrder: 'month first',
    dryRun: false,
  })
  const id = (await accountOf()).entries[0]?.paymentId ?? ''
  expect((await as.operator.call(receipts.one, { centerId, id })).body).toMatchObject({ reference: '' })
  expect((await as.mother.call(ownReceipts.one, { id })).body).toMatchObject({ reference: '' })
  const undo = { centerId, id, reason: 'Bounced' }
  expect((await as.operator.call(payments.undo, undo)).body).toMatchObject({
    reference: '',
    note: 'Maria Silva',
  })
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
