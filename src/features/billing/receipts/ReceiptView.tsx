import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { capitalized } from '#shared/text.ts'
import { money } from '../amounts.ts'
import style from '../Billing.module.css'
import { balanceInWords } from '../invoice-words.ts'
import { methodWords } from '../Ledger.tsx'
import type { Receipt } from './api.ts'

/** A receipt for reading and printing. */
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
    [t('Received from'), payer],
    [t('Date'), dateInWords(on)],
    [t('Paid by'), capitalized(methodWords(method))],
    ...(reference === '' ? [] : [[t('Reference'), reference]]),
    [t('Balance after this payment'), balanceInWords(balance, currency)],
  ]
  return (
    <article className={`${style.paper} card stack gap-4 pad-5`}>
      <header className="stack gap-1">
        <Heading>{t('Receipt')}</Heading>
        <p className="bold">{center}</p>
        {contacts && <p className="quiet">{contacts}</p>}
      </header>
      {isUndone && (
        <p className="error-text bold">{t('This payment was undone, so this receipt is no longer valid.')}</p>
      )}
      <table className={style.table} data-figures>
        <caption className="visually-hidden">{t('Payment')}</caption>
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
        {t('{amount} received. Thank you!', { amount: money(amount, currency) })}
      </p>
    </article>
  )
}
