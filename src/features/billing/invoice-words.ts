import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { money } from './amounts.ts'
import { lineInWords } from './line-words.ts'
import { monthName } from './months.ts'

/** Text of emails about invoices and payments. */

type Sender = { center: string; phoneInWords: string; email: string }

const signature = ({ center, phoneInWords, email }: Sender) =>
  [center, phoneInWords, email].filter((line) => line !== '').join('\n')

type SentInvoice = Sender & {
  firstName: string
  number: number
  month: string
  currency: string
  lines: readonly { child: string; text: string; amount: number; tax: number }[]
  total: number
  creditUsed: number
  dueOn: Day
  howToPay: string
  link: string
  paysOnline: boolean
}

/** Writes the email with an invoice. */
export function invoiceMail({
  firstName,
  number,
  month,
  lines,
  total,
  creditUsed,
  dueOn,
  howToPay,
  link,
  paysOnline,
  ...at
}: SentInvoice) {
  const amount = (cents: number) => money(cents, at.currency)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0)
  const rows = [
    ...lines.map((line) => `${line.child}: ${lineInWords(line.text)}: ${amount(line.amount)}`),
    ...(tax === 0 ? [] : [t('Tax: {tax}', { tax: amount(tax) })]),
    t('Total: {total}', { total: amount(total) }),
    ...(creditUsed === 0 ? [] : [t('Paid from your credit: {amount}', { amount: amount(-creditUsed) })]),
  ]
  const due = total - creditUsed
  const toPay =
    due === 0
      ? t('Your credit covers this invoice. There is nothing to pay.')
      : t('Please pay {due} by {dueOn}.{howToPay}', {
          due: amount(due),
          dueOn: dateInWords(dueOn),
          howToPay: howToPay && `\n\n${howToPay}`,
        })
  const uses = paysOnline && due > 0 ? t('view, print and pay') : t('view and print')
  return {
    subject: t('Invoice {number} for {month} from {center}', {
      number,
      month: monthName(month),
      center: at.center,
    }),
    body: t(
      'Hello {firstName},\n\nHere is invoice {number} for {month}.\n\n{lines}\n\n{toPay}\n\nYou can {uses} it here:\n{link}\n\n{signature}\n',
      {
        firstName,
        number,
        month: monthName(month),
        lines: rows.join('\n'),
        toPay,
        uses,
        link,
        signature: signature(at),
      },
    ),
  }
}

type VoidedInvoice = Sender & {
  firstName: string
  number: number
  month: string
  reason: string
  link: string
}

/** Writes the email about a voided invoice. */
export const voidMail = ({ firstName, number, month, reason, link, ...at }: VoidedInvoice) => ({
  subject: t('Invoice {number} from {center} was voided', { number, center: at.center }),
  body: t(
    'Hello {firstName},\n\nInvoice {number} for {month} is no longer valid, so please don’t pay it. Reason: {reason}\n\nYour invoices and payments are here:\n{link}\n\n{signature}\n',
    { firstName, number, month: monthName(month), reason, link, signature: signature(at) },
  ),
})

type DisputeFacts = {
  center: string
  firstName: string
  family: string
  amount: number
  currency: string
  /** Day of the payment. */
  on: Day
  /** Last day to answer in Stripe, if it is known. */
  answerBy: Day | null
}

/** Writes the email to the office about a payment that the payer's bank took back. */
export function disputeMail({ center, firstName, family, amount, currency, on, answerBy }: DisputeFacts) {
  const values = { family, amount: money(amount, currency) }
  return {
    subject: t('{family} disputed a payment of {amount} at {center}', { ...values, center }),
    body: t(
      'Hello {firstName},\n\n{family}’s bank has taken back {amount} of the online payment made on {on}. The family’s account at {center} shows the amount as due again.\n\n{toDo} If you win the dispute, the amount is credited again automatically.\n',
      {
        ...values,
        firstName,
        center,
        on: dateInWords(on),
        toDo:
          answerBy === null
            ? t('If the payment was correct, answer the dispute in Stripe.')
            : t('If the payment was correct, answer the dispute in Stripe by {day}.', {
                day: dateInWords(answerBy),
              }),
      },
    ),
  }
}

type Receipt = Sender & {
  firstName: string
  amount: number
  currency: string
  on: Day
  balance: number
  link: string
}

/** Describes a family's balance: an amount due, nothing due, or a credit. */
export function balanceInWords(balance: number, currency: string) {
  if (balance === 0) return t('Nothing is due')
  return balance > 0
    ? t('{balance} due', { balance: money(balance, currency) })
    : t('{amount} credit', { amount: money(-balance, currency) })
}

/** Writes the email that confirms a payment. */
export const receiptMail = ({ firstName, amount, currency, on, balance, link, ...at }: Receipt) => ({
  subject: t('Receipt for {amount} from {center}', { amount: money(amount, currency), center: at.center }),
  body: t(
    'Hello {firstName},\n\nThank you! We received {amount} on {on}. Balance after this payment: {balance}.\n\nYour invoices and payments are here:\n{link}\n\n{signature}\n',
    {
      firstName,
      amount: money(amount, currency),
      on: dateInWords(on),
      balance: balanceInWords(balance, currency),
      link,
      signature: signature(at),
    },
  ),
})
