import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { longest } from '#shared/text.ts'
import { Cents } from '../api.ts'
import { DateOrder } from '#shared/read-day.ts'
import { lineStates } from './bank-file.ts'

/** Ways to pay that the office records. */
export const MethodByHand = z.enum(['cash', 'check', 'card', 'bank', 'other'])
export type MethodByHand = z.infer<typeof MethodByHand>

/** Ways to pay. Payments made online are recorded automatically. */
export const PaymentMethod = z.enum([...MethodByHand.options, 'online'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

const Payment = record('Payment', {
  _id: Id,
  payerId: Id,
  payer: z.string(),
  method: PaymentMethod,
  on: Day,
  amount: z.int(),
  reference: z.string(),
  note: z.string(),
  balance: z.int(),
})
export type Payment = z.infer<typeof Payment>

/**
 * A line of a bank file. `number` is the number of the invoice that the line mentions. `recordedOn` is the
 * day of the recorded payment that an `alike` line resembles. Both are null if there is none.
 */
const BankLine = record('BankLine', {
  line: z.int(),
  state: z.enum(lineStates),
  on: Day.nullable(),
  amount: z.int().nullable(),
  text: z.string(),
  payerId: Id.nullable(),
  payer: z.string().nullable(),
  number: z.int().nullable(),
  recordedOn: Day.nullable(),
})
export type BankLine = z.infer<typeof BankLine>

const center = z.object({ centerId: CenterName })
const Column = z.int().min(0).max(49)

export const payments = {
  /**
   * Records a payment. A family can use a reference, such as a check number, only once: 409 `payment_known`.
   * 422 `later` for a day in the future. 404 unless the payer is a parent at the center.
   */
  add: post('/centers/:centerId/payments', {
    who: 'payments.record',
    once: true,
    input: center.extend({
      payerId: Id,
      method: MethodByHand,
      amount: Cents,
      on: Day,
      reference: Text(longest.name).default(''),
      note: Text(longest.name).default(''),
    }),
    output: Payment,
  }),
  /**
   * Reverses a payment with a separate entry. 409 `already_undone`, 409 `returned` if part of it was refunded
   * or taken back by the bank.
   */
  undo: post('/centers/:centerId/payments/:id/undo', {
    who: 'payments.record',
    input: center.extend({ id: Id, reason: RequiredText(longest.name) }),
    output: Payment,
  }),
  /**
   * Reads a bank file and records the payments in it. Returns 201 if any were recorded, otherwise 200. A dry
   * run only returns the lines. A line is recorded once, even if the file is imported again. `choices` gives
   * the payers for lines that match nobody or are marked `alike` because they resemble a recorded payment.
   */
  bank: post('/centers/:centerId/bank-files', {
    who: 'payments.record',
    limit: 4 * 1024 * 1024,
    rate: { perSecond: 1, burst: 10 },
    input: center.extend({
      csv: z.string().max(1024 * 1024, 'must be at most 1 MiB'),
      columns: z.object({ date: Column, amount: Column, text: Column }),
      dateOrder: DateOrder,
      choices: z
        .array(z.object({ line: z.int(), payerId: Id }))
        .max(2000)
        .default([]),
      dryRun: z.boolean(),
    }),
    output: z.object({ currency: z.string(), lines: z.array(BankLine), recorded: z.int(), total: z.int() }),
  }),
}
