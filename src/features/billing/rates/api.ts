import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { Text } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { longest } from '#shared/text.ts'
import { currencies } from '../amounts.ts'
import { Cents } from '../api.ts'

const RateUnit = z.enum(['month', 'class', 'hour'])

/** A rate for every class of a subject, or for one class, for a range of days (both ends included). */
const RateRow = record('Rate', {
  _id: Id,
  subject: Subject.nullable(),
  classId: Id.nullable(),
  className: z.string().nullable(),
  unit: RateUnit,
  amount: z.int(),
  startDate: Day,
  endDate: Day.nullable(),
  version: z.int(),
})
export type RateRow = z.infer<typeof RateRow>

const terms = {
  currency: z.enum(currencies, 'must be a currency with two decimals, such as USD or EUR'),
  tax: z.int().min(0).max(3000),
  siblingDiscount: z.int().min(0).max(10_000),
  dueDays: z.int().min(0).max(90),
  howToPay: Text(longest.note),
}

/** Billing settings of a center. `tax` and `siblingDiscount` are in basis points: 825 is 8.25%. */
const BillingSettings = record('BillingSettings', {
  ...terms,
  currency: z.string(),
  howToPay: z.string(),
  version: z.int(),
})
export type BillingSettings = z.infer<typeof BillingSettings>

const center = z.object({ centerId: CenterName })

/** Rates and billing settings of a center. */
export const rates = {
  list: get('/centers/:centerId/rates', {
    who: 'billing.manage',
    input: center,
    output: z.object({ rates: z.array(RateRow), settings: BillingSettings }),
  }),
  /**
   * Adds a rate for either a subject or a class. 409 `rate_overlaps` if another rate for the same subject or
   * class applies on these days, 422 `subject_or_class` for both or neither, 422 `backward` if the last day
   * is before the first.
   */
  add: post('/centers/:centerId/rates', {
    who: 'billing.manage',
    input: center.extend({
      subject: Subject.nullable(),
      classId: Id.nullable(),
      unit: RateUnit,
      amount: Cents,
      startDate: Day,
      endDate: Day.nullable(),
    }),
    output: RateRow,
  }),
  /** Changes the amount or the days. Sent invoices don't change. 409 `rate_overlaps`, 422 `backward`. */
  change: patch('/centers/:centerId/rates/:id', {
    who: 'billing.manage',
    input: center.extend({
      id: Id,
      amount: Cents.optional(),
      startDate: Day.optional(),
      endDate: Day.nullable().optional(),
    }),
    output: RateRow,
  }),
  remove: del('/centers/:centerId/rates/:id', {
    who: 'billing.manage',
    input: center.extend({ id: Id }),
    output: Nothing,
  }),
  /**
   * Changes the billing settings. 409 `currency_in_use` if the currency would change after an invoice was
   * sent or a ledger entry was made.
   */
  settings: patch('/centers/:centerId/billing/settings', {
    who: 'billing.manage',
    input: center.extend(z.object(terms).partial().shape),
    output: BillingSettings,
  }),
}
