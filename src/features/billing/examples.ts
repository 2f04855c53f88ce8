import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  isThereOrNot,
  type Means,
  oneAfterAnother,
  ownScope,
  type Target,
} from '#tests/example.ts'
import { billing, ownInvoices } from './api.ts'
import { checkout, stripeEvents } from './checkout/api.ts'
import { billingFiles } from './exports/api.ts'
import { payments } from './payments/api.ts'
import { ownReceipts, receipts } from './receipts/api.ts'
import { rates } from './rates/api.ts'

const month = '2026-03'
const ofMonth = ({ centerId }: Target) => ({ centerId, month })

const rate = ({ centerId }: Target) => ({
  centerId,
  subject: 'Math' as const,
  classId: null,
  unit: 'month' as const,
  amount: 12_000,
  startDate: '2026-01-01',
  endDate: null,
})

/** Adds a rate for the fixture's classes, with the id of the fixture's student as its own id. */
const withRate = async ({ centerId, studentId }: Target, { write }: Means) => {
  await write(
    (db) => db`
      insert into rates (center_id, id, subject, unit, amount, during)
      values (${centerId}, ${studentId}, 'Math', 'month', 12000, '[2026-01-01,)') on conflict do nothing`,
  )
  return {}
}

const withDrafts = async (target: Target, means: Means) => {
  await withRate(target, means)
  const { body } = await means.call(billing.run, ofMonth(target))
  return { total: body.total }
}

/** Sends the month's invoices, and returns the id of the first one. */
const withInvoice = async (target: Target, means: Means) => {
  const { total } = await withDrafts(target, means)
  await means.call(billing.send, { ...ofMonth(target), total })
  const { body } = await means.call(billing.families, ofMonth(target))
  return { id: body.families[0]?.invoice?._id ?? '' }
}

const payment = ({ centerId, parentId, today }: Target) => ({
  centerId,
  payerId: parentId,
  method: 'cash' as const,
  amount: 5000,
  on: today,
})

const adjustment = ({ centerId, parentId, today }: Target) => ({
  centerId,
  payerId: parentId,
  kind: 'credit' as const,
  amount: 2000,
  on: today,
  note: 'A gift',
})

let gifts = 0

/**
 * Example calls of the feature's endpoints. The fixture has no rates, so nothing is billed without `prepare`.
 */
export const billingExamples: readonly Example[] = [
  ...examplesFor(billing, {
    families: { scopes: centerScopes, input: ofMonth },
    preview: { scopes: centerScopes, input: ofMonth },
    run: {
      scopes: centerScopes,
      input: ofMonth,
      prepare: async (target, means) => {
        await withRate(target, means)
        return {}
      },
    },
    undoRun: {
      scopes: centerScopes,
      input: ofMonth,
      status: [404],
      unversioned: isThereOrNot,
      prepare: async (target, means) => {
        await withDrafts(target, means)
        return {}
      },
    },
    send: {
      scopes: centerScopes,
      input: (target) => ({ ...ofMonth(target), total: 0 }),
      status: [409],
      prepare: withDrafts,
    },
    invoice: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, id: studentId }),
      status: [404],
    },
    void: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, id: studentId, reason: 'Billed twice' }),
      status: [404],
      prepare: withInvoice,
    },
    account: { scopes: allScopes, input: ({ centerId, parentId }) => ({ centerId, payerId: parentId }) },
    adjust: {
      scopes: allScopes,
      input: adjustment,
    },
    undoAdjustment: {
      scopes: centerScopes,
      input: ({ centerId }) => ({ centerId, id: '999999999', reason: 'Typed wrong' }),
      status: [404],
      prepare: async (target, { call }) => {
        // Makes each call different, because a repeated call would return an entry that has already been
        // undone.
        const note = `Gift ${(gifts += 1)}`
        const { body } = await call(billing.adjust, { ...adjustment(target), note })
        return { id: body.entries[0]?._id ?? '' }
      },
    },
    choosePayer: {
      scopes: allScopes,
      input: ({ centerId, studentId, parentId }) => ({ centerId, studentId, payerId: parentId }),
      unversioned: oneAfterAnother,
    },
  }),
  ...examplesFor(ownInvoices, {
    accounts: { scopes: ownScope, input: () => ({}) },
    one: { scopes: ownScope, input: ({ studentId }) => ({ id: studentId }), status: [404] },
  }),
  ...examplesFor(receipts, {
    one: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, id: studentId }),
      status: [404],
    },
  }),
  ...examplesFor(ownReceipts, {
    one: { scopes: ownScope, input: ({ studentId }) => ({ id: studentId }), status: [404] },
  }),
  ...examplesFor(rates, {
    list: { scopes: centerScopes, input: inCenter },
    add: { scopes: centerScopes, input: rate, alters: true },
    change: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, id: studentId, amount: 13_000 }),
      status: [404],
      prepare: withRate,
      changes: () => [{ amount: 14_000 }, { endDate: '2026-12-31' }],
    },
    remove: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, id: studentId }),
      status: [404],
      prepare: withRate,
    },
    settings: {
      scopes: centerScopes,
      input: (target) => ({ ...inCenter(target), siblingDiscount: 1000 }),
      changes: () => [{ siblingDiscount: 1500 }, { dueDays: 30 }],
    },
  }),
  ...examplesFor(payments, {
    add: { scopes: allScopes, input: payment },
    undo: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, id: studentId, reason: 'Typed wrong' }),
      status: [404],
      prepare: async (target, { call }) => {
        const { body } = await call(payments.add, payment(target))
        return { id: body._id }
      },
    },
    bank: {
      scopes: centerScopes,
      input: ({ centerId, today }) => ({
        centerId,
        csv: `Date,Amount,Text\n${today},50.00,Payment\n`,
        columns: { date: 0, amount: 1, text: 2 },
        dateOrder: 'month first',
        dryRun: false,
      }),
      prepare: async ({ parentId }) => await Promise.resolve({ choices: [{ line: 2, payerId: parentId }] }),
    },
  }),
  ...examplesFor(checkout, {
    begin: { scopes: ownScope, input: ({ studentId }) => ({ id: studentId }), status: [404] },
    finish: {
      scopes: ownScope,
      input: ({ studentId }) => ({ id: studentId, session: 'cs_test_1' }),
      status: [404],
    },
  }),
  ...examplesFor(stripeEvents, {
    take: {
      scopes: ownScope,
      input: () => ({}),
      status: [404],
      notRepeated: 'Only Stripe can sign an event. Its own tests repeat one.',
    },
  }),
  ...examplesFor(billingFiles, {
    quickbooks: { scopes: centerScopes, input: ofMonth },
    xero: { scopes: centerScopes, input: ofMonth },
    entries: { scopes: centerScopes, input: ofMonth },
    hours: { scopes: centerScopes, input: ofMonth },
  }),
]
