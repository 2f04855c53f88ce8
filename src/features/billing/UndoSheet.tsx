import { useState } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { money } from './amounts.ts'
import { billing, type Entry } from './api.ts'
import { undoWords } from './Ledger.tsx'
import { payments } from './payments/api.ts'
import { ReasonField } from './ReasonField.tsx'
import { useBillingChange } from './use-billing-change.ts'

type UndoSheetProps = { centerId: string; entry: Entry; currency: string; onClose: () => void }

/** Sheet for undoing a payment, a charge, a credit or a refund, with a reason. */
export function UndoSheet({
  centerId,
  entry: { _id: entryId, kind, paymentId, amount, on, method },
  currency,
  onClose,
}: UndoSheetProps) {
  const [reason, setReason] = useState('')
  const changed = useBillingChange()
  const onSuccess = (words: string) => () => {
    toast(words)
    void changed()
    onClose()
  }
  const undoPayment = useSend(payments.undo, {
    onSuccess: onSuccess(t('Payment undone.')),
    onError: () => {},
  })
  const undoOther = useSend(billing.undoAdjustment, { onSuccess: onSuccess(t('Undone.')), onError: () => {} })
  const isPayment = kind === 'payment'
  const send = isPayment ? undoPayment : undoOther
  return (
    <EditSheet
      title={undoWords(kind)}
      save={undoWords(kind)}
      busy={send.isPending}
      error={send.error}
      onSave={() =>
        isPayment
          ? undoPayment.mutate({ centerId, id: paymentId ?? '', reason })
          : undoOther.mutate({ centerId, id: entryId, reason })
      }
      onClose={onClose}
    >
      <p>
        {t('{amount} on {day}. The entry stays in the account, followed by one that reverses it.', {
          amount: money(Math.abs(amount), currency),
          day: dateInWords(on),
        })}
      </p>
      {method === 'online' && (
        <p>
          {t(
            'This doesn’t send the money back. If you refund it in Stripe instead, the refund appears here automatically.',
          )}
        </p>
      )}
      <ReasonField value={reason} onChange={setReason} isFirst />
    </EditSheet>
  )
}
