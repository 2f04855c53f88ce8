import { dateInWords } from '#shared/day-text.ts'
import { money } from '../amounts.ts'
import style from '../Billing.module.css'
import { balanceInWords } from '../invoice-words.ts'
import { methodWords } from '../Ledger.tsx'
import type { Receipt } from './api.ts'

/** A receipt as it is read and printed. */
export function ReceiptView({
  receipt: {
    center,
    address,
    phoneInWords,
    email,
    payer,
    currency,
    amount,
    on,
    method,
    reference,
    balance,
    isUndone,
  },
  heading: Heading = 'h1',
}: {
  receipt: Receipt
  heading?: 'h1' | 'h2'
}) {
  const contacts = [address, phoneInWords, email].filter((line) => line !== '').join(' · ')
  const facts = [
    ['Received from', payer],
    ['On', dateInWords(on)],
    ['Paid by', methodWords(method)],
    ...(reference === '' ? [] : [['Reference', reference]]),
    ['Account after this payment', balanceInWords(balance, currency)],
  ]
  return (
    <article className={`${style.paper} card stack gap-4 pad-5`}>
      <header className="stack gap-1">
        <Heading>Receipt</Heading>
        <p className="bold">{center}</p>
        {contacts && <p className="quiet">{contacts}</p>}
      </header>
      {isUndone && (
        <p className="error-text bold">This payment was undone, so this receipt is no longer valid.</p>
      )}
      <table className={style.table} data-figures>
        <caption className="visually-hidden">Payment</caption>
        <tbody>
          {facts.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={style.due} data-figures>
        {money(amount, currency)} received. Thank you!
      </p>
    </article>
  )
}
