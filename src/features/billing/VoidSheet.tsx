import { useState } from 'react'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { billing, type Invoice } from './api.ts'
import { ReasonField } from './ReasonField.tsx'
import { useBillingChange } from './use-billing-change.ts'

type VoidSheetProps = { centerId: string; invoice: Invoice; onClose: () => void }

/** Sheet for voiding a sent invoice, with a reason that the family can read. */
export function VoidSheet({ centerId, invoice: { _id: id, number }, onClose }: VoidSheetProps) {
  const [reason, setReason] = useState('')
  const changed = useBillingChange()
  const send = useSend(billing.void, {
    onSuccess: () => {
      toast(t('Invoice {number} is void.', { number }))
      void changed()
      onClose()
    },
    onError: () => {},
  })
  return (
    <EditSheet
      title={t('Void invoice {number}', { number })}
      save={t('Void invoice')}
      busy={send.isPending}
      error={send.error}
      onSave={() => send.mutate({ centerId, id, reason })}
      onClose={onClose}
    >
      <p>
        {t(
          'The invoice keeps its number and is taken off the family’s balance. Afterward, the month can be billed again.',
        )}
      </p>
      <ReasonField value={reason} onChange={setReason} isFirst />
    </EditSheet>
  )
}
