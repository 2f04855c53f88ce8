import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { money } from './amounts.ts'
import { monthName } from './months.ts'

/** Words of invoices and receipts in mail. */

type Signed = { center: string; phoneInWords: string; email: string }

const signature = ({ center, phoneInWords, email }: Signed) =>
  [center, phoneInWords, email].filter((line) => line !== '').join('\n')

type Sent = Signed & {
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

/** Mail with an invoice. */
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
}: Sent) {
  const amount = (cents: number) => money(cents, at.currency)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0)
  const rows = [
    ...lines.map((line) => `${line.child}: ${line.text}: ${amount(line.amount)}`),
    ...(tax === 0 ? [] : [`Tax: ${amount(tax)}`]),
    `Total: ${amount(total)}`,
    ...(creditUsed === 0 ? [] : [`Paid from your credit: ${amount(-creditUsed)}`]),
  ]
  const due = total - creditUsed
  const toPay =
    due === 0
      ? 'Your credit covers this invoice. There is nothing to pay.'
      : `Please pay ${amount(due)} by ${dateInWords(dueOn)}.${howToPay && `\n\n${howToPay}`}`
  const uses = paysOnline && due > 0 ? 'see, print and pay' : 'see and print'
  return {
    subject: `Invoice ${number} for ${monthName(month)} from ${at.center}`,
    body: `Hello ${firstName},\n\nhere is invoice ${number} for ${monthName(month)}.\n\n${rows.join('\n')}\n\n${toPay}\n\nYou can ${uses} it here:\n${link}\n\n${signature(at)}\n`,
  }
}

type Receipt = Signed & {
  firstName: string
  amount: number
  currency: string
  on: Day
  balance: number
  link: string
}

/** Describes a family's balance: owed, even, or a credit. */
export function balanceInWords(balance: number, currency: string) {
  if (balance === 0) return 'Nothing is due'
  return balance > 0 ? `${money(balance, currency)} due` : `${money(-balance, currency)} credit`
}

/** Mail that confirms a payment. */
export const receiptMail = ({ firstName, amount, currency, on, balance, link, ...at }: Receipt) => ({
  subject: `Receipt for ${money(amount, currency)} from ${at.center}`,
  body: `Hello ${firstName},\n\nthank you. We received ${money(amount, currency)} on ${dateInWords(on)}. ${balanceInWords(balance, currency)} now.\n\nYour invoices and payments are here:\n${link}\n\n${signature(at)}\n`,
})
