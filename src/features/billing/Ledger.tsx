import type { ReactNode } from 'react'
import { dateInWords } from '#shared/day-text.ts'
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

export const methodWords = (method: string | null) => methods[method ?? ''] ?? 'other'

/** What an entry of the ledger is, in words. */
function entryWords({ kind, number, paymentId, method }: Entry) {
  if (kind === 'invoice') return `Invoice ${number}`
  if (kind === 'payment') return `Payment, ${methodWords(method)}`
  if (kind === 'credit') return 'Credit'
  if (kind === 'refund') return 'Refund'
  return paymentId === null ? `Invoice ${number} voided` : 'Payment undone'
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
    <ul aria-label="Invoices and payments">
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
              <span data-figures>Balance {money(balance, currency)}</span>
            </span>
            {note && <span className="fine-print breakable">{note}</span>}
            {kind === 'payment' && paymentId !== null && !isReversed && (
              <div className="cluster middle gap-2-4">
                {renderReceipt(paymentId)}
                {onUndo && (
                  <Button kind="quiet" onClick={() => onUndo(entry)}>
                    Undo payment
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
