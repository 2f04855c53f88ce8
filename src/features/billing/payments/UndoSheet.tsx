import { useState } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { money } from '../amounts.ts'
import type { Entry } from '../api.ts'
import { useBillingChange } from '../use-billing-change.ts'
import { payments } from './api.ts'

type UndoSheetProps = { centerId: string; entry: Entry; currency: string; onClose: () => void }

/** Sheet for undoing a payment, with a reason. */
export function UndoSheet({
  centerId,
  entry: { paymentId, amount, on, method },
  currency,
  onClose,
}: UndoSheetProps) {
  const [reason, setReason] = useState('')
  const changed = useBillingChange()
  const send = useSend(payments.undo, {
    onSuccess: () => {
      toast(t('Payment undone.'))
      void changed()
      onClose()
    },
    onError: () => {},
  })
  return (
    <EditSheet
      title={t('Undo payment')}
      save={t('Undo payment')}
      busy={send.isPending}
      error={send.error}
      onSave={() => send.mutate({ centerId, id: paymentId ?? '', reason })}
      onClose={onClose}
    >
      <p>
        {t('{amount} of {day}. The payment stays in the account, with an entry that takes it back.', {
          amount: money(-amount, currency),
          day: dateInWords(on),
        })}
      </p>
      {method === 'online' && (
        <p>
          {t(
            'This doesn’t send the money back. If you refund it in Stripe instead, in full, the payment is undone here by itself.',
          )}
        </p>
      )}
      <TextField
        label={t('Reason')}
        hint={t('The family can read it.')}
        value={reason}
        onChange={setReason}
        maxLength={longest.name}
        data-autofocus
      />
    </EditSheet>
  )
}
