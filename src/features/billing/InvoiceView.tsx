import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { money } from './amounts.ts'
import type { Invoice } from './api.ts'
import style from './Billing.module.css'
import { lineInWords } from './line-words.ts'
import { monthName } from './months.ts'

/** Returns the state of an invoice in words. */
export function invoiceState({ state, open, total }: Pick<Invoice, 'state' | 'open' | 'total'>) {
  if (state === 'draft') return t('Draft')
  if (state === 'void') return t('Void')
  if (open === 0) return t('Paid')
  return open < total ? t('Partly paid') : t('Sent')
}

/** An invoice for reading and printing. */
export function InvoiceView({
  invoice,
  heading: Heading = 'h1',
}: {
  invoice: Invoice
  heading?: 'h1' | 'h2'
}) {
  const { number, month, center, address, phoneInWords, email, payer, currency, lines } = invoice
  const { total, open, creditUsed, sentOn, dueOn, howToPay, state, voidReason } = invoice
  const amount = (cents: number) => money(cents, currency)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0)
  const contacts = [address, phoneInWords, email].filter((line) => line !== '').join(' · ')
  return (
    <article className={`${style.paper} card stack gap-4 pad-5`}>
      <header className="stack gap-1">
        <Heading>
          {number === null
            ? t('Draft for {month}', { month: monthName(month) })
            : t('Invoice {number}', { number })}
        </Heading>
        <p className="bold">{center}</p>
        {contacts && <p className="quiet">{contacts}</p>}
      </header>
      <div className="cluster apart gap-2-4">
        <p>
          <Sentence text="To {payer}" payer={<span className="bold">{payer}</span>} />
          <br />
          {t('For {month}', { month: monthName(month) })}
        </p>
        <p>
          {sentOn && <>{t('Sent {sentOn}', { sentOn: dateInWords(sentOn) })}</>}
          <br />
          {dueOn && <>{t('Due {dueOn}', { dueOn: dateInWords(dueOn) })}</>}
        </p>
      </div>
      <Lines lines={lines} amount={amount} sums={{ tax, total, creditUsed }} />
      {state === 'void' ? (
        <p className="error-text bold">
          {t('Void: {reason}', { reason: voidReason || t('no longer valid') })}
        </p>
      ) : (
        <p className={style.due} data-figures>
          {open === 0 && state === 'sent'
            ? t('Paid. Thank you!')
            : t('Amount due: {amount}', { amount: amount(state === 'sent' ? open : total - creditUsed) })}
        </p>
      )}
      {howToPay && state === 'sent' && open > 0 && <p className={style.pre}>{howToPay}</p>}
    </article>
  )
}

type LinesProps = {
  lines: Invoice['lines']
  amount: (cents: number) => string
  sums: { tax: number; total: number; creditUsed: number }
}

function Lines({ lines, amount, sums: { tax, total, creditUsed } }: LinesProps) {
  const sums = [
    ...(tax === 0 ? [] : [[t('Tax'), tax] as const]),
    [t('Total'), total] as const,
    ...(creditUsed === 0 ? [] : [[t('Paid from your credit'), -creditUsed] as const]),
  ]
  return (
    <table className={style.table} data-figures>
      <caption className="visually-hidden">{t('Lines')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('For')}</th>
          <th scope="col" data-number>
            {t('Amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // The index works as a key, because lines of an invoice never move.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            <td>
              <span className="bold">{line.child}</span>: {lineInWords(line.text)}
            </td>
            <td data-number>{amount(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([name, cents]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-number>{amount(cents)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
