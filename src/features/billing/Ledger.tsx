import type { ReactNode } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { money } from './amounts.ts'
import type { Entry } from './api.ts'
import style from './Billing.module.css'

const methods: Record<string, string> = {
  cash: 'cash',
  check: 'check',
  card: 'card',
  bank: 'bank transfer',
  online: 'online',
  other: 'other',
}

export const methodWords = (method: string | null) => t(methods[method ?? ''] ?? 'other')

/** Describes an entry of the ledger. */
function entryWords({ kind, number, paymentId, method }: Entry) {
  if (kind === 'invoice') return t('Invoice {number}', { number })
  if (kind === 'payment') return t('Payment, {method}', { method: methodWords(method) })
  if (kind === 'credit') return t('Credit')
  if (kind === 'refund') return t('Refund')
  return paymentId === null ? t('Invoice {number} voided', { number }) : t('Payment undone')
}

type LedgerProps = {
  entries: readonly Entry[]
  currency: string
  /** Returns a link to the receipt for a payment. */
  renderReceipt: (paymentId: string) => ReactNode
  /** Undoes a payment. Without it, payments can't be undone here. */
  onUndo?: (payment: Entry) => void
}

/** A family's invoices, payments and credits, newest first, with the balance after each. */
export function Ledger({ entries, currency, renderReceipt, onUndo }: LedgerProps) {
  return (
    <ul aria-label={t('Invoices and payments')}>
      {entries.map((entry) => {
        const { _id: id, amount, balance, on, note, by, isReversed, kind, paymentId } = entry
        return (
          <li key={id} className={`${style.entry} stack gap-1 pad-2`}>
            <span className="cluster apart gap-1-3">
              <span className={`bold ${isReversed ? style.taken : ''}`}>{entryWords(entry)}</span>
              <span data-figures className={`bold ${isReversed ? style.taken : ''}`}>
                {money(amount, currency)}
              </span>
            </span>
            <span className="cluster apart gap-1-3 fine-print">
              <span>
                <time dateTime={on}>{dateInWords(on)}</time>
                {by && `, ${by}`}
              </span>
              <span data-figures>{t('Balance {balance}', { balance: money(balance, currency) })}</span>
            </span>
            {note && <span className="fine-print breakable">{note}</span>}
            {kind === 'payment' && paymentId !== null && !isReversed && (
              <div className="cluster middle gap-2-4">
                {renderReceipt(paymentId)}
                {onUndo && (
                  <Button kind="quiet" onClick={() => onUndo(entry)}>
                    {t('Undo payment')}
                  </Button>
                )}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
