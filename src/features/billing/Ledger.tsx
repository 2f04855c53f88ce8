import type { ReactNode } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { money } from './amounts.ts'
import type { AdjustmentKind, Entry, EntryKind } from './api.ts'
import style from './Billing.module.css'
import { refundedOnline } from './line-words.ts'

const methods: Record<string, string> = {
  cash: 'cash',
  check: 'check',
  card: 'card',
  bank: 'bank transfer',
  online: 'online',
  other: 'other',
}

export const methodWords = (method: string | null) => t(methods[method ?? ''] ?? 'other')

const kinds: Record<AdjustmentKind, string> = { charge: 'Charge', credit: 'Credit', refund: 'Refund' }
const isAdjustment = (kind: EntryKind | null): kind is AdjustmentKind => kind !== null && kind in kinds

function entryWords({ kind, reverses, number, method, isDisputed }: Entry) {
  if (isDisputed) return kind === 'reversal' ? t('Dispute won') : t('Payment disputed at the bank')
  if (kind === 'invoice') return t('Invoice {number}', { number })
  if (kind === 'payment') return t('Payment, {method}', { method: methodWords(method) })
  if (isAdjustment(kind)) return t(kinds[kind])
  if (isAdjustment(reverses)) return t('{entry} undone', { entry: t(kinds[reverses]) })
  return reverses === 'invoice' ? t('Invoice {number} voided', { number }) : t('Payment undone')
}

const undoing: Record<AdjustmentKind, string> = {
  charge: 'Undo charge',
  credit: 'Undo credit',
  refund: 'Undo refund',
}

/** Returns the label of the button that undoes an entry. */
export const undoWords = (kind: EntryKind) => (isAdjustment(kind) ? t(undoing[kind]) : t('Undo payment'))

type LedgerProps = {
  entries: readonly Entry[]
  currency: string
  /** Returns a link to the receipt for a payment. */
  renderReceipt: (paymentId: string) => ReactNode
  /** Called to start undoing an entry. The button is shown for entries for which `canUndo` is true. */
  onUndo?: (entry: Entry) => void
  canUndo?: (entry: Entry) => boolean
}

/** Entries of a family's account in the given order, with the balance after each. */
export function Ledger({ entries, currency, renderReceipt, onUndo, canUndo }: LedgerProps) {
  return (
    <ul aria-label={t('Invoices and payments')}>
      {entries.map((entry) => {
        const { _id: id, amount, balance, on, note, by, isReversed, kind, paymentId } = entry
        const isPayment = kind === 'payment' && paymentId !== null
        const isUndoable = onUndo && (isPayment || isAdjustment(kind)) && canUndo?.(entry)
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
            {note && <span className="fine-print breakable">{note === refundedOnline ? t(note) : note}</span>}
            {!isReversed && (isPayment || isUndoable) && (
              <div className="cluster middle gap-2-4">
                {isPayment && renderReceipt(paymentId)}
                {isUndoable && (
                  <Button changes kind="quiet" onClick={() => onUndo(entry)}>
                    {undoWords(kind)}
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
