import { useState } from 'react'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { money, readCents } from './amounts.ts'
import { type Account, type AdjustmentKind, billing } from './api.ts'
import { AmountField } from './AmountField.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useBillingChange } from './use-billing-change.ts'

type AdjustSheetProps = {
  centerId: string
  account: Account
  kind: AdjustmentKind
  today: Day
  onClose: () => void
}

export const adjustmentWords = {
  charge: {
    title: 'Add charge',
    hint: 'For example, a registration fee or books. The family owes the amount right away.',
    done: '{amount} charge added.',
  },
  credit: {
    title: 'Add credit',
    hint: 'It will be applied to the next invoice.',
    done: '{amount} credit added.',
  },
  refund: {
    title: 'Refund',
    hint: 'Money that you paid back to the family.',
    done: '{amount} refund recorded.',
  },
} as const

/** Sheet for a one-time charge, a credit or a refund. */
export function AdjustSheet({ centerId, account, kind, today, onClose }: AdjustSheetProps) {
  const [draft, setDraft] = useState({ amount: '', on: today, note: '' })
  const changed = useBillingChange()
  const { payerId, currency } = account
  const { title, hint, done } = adjustmentWords[kind]
  const send = useSend(billing.adjust, {
    onSuccess: () => {
      toast(t(done, { amount: money(readCents(draft.amount) ?? 0, currency) }))
      void changed()
      onClose()
    },
    onError: () => {},
  })
  return (
    <EditSheet
      title={`${t(title)}: ${account.payer}`}
      save={t('Save')}
      busy={send.isPending}
      error={send.error}
      onSave={() => send.mutate({ centerId, payerId, kind, ...draft, amount: readCents(draft.amount) ?? 0 })}
      onClose={onClose}
    >
      <AmountField
        label={t('Amount')}
        hint={t(hint)}
        currency={currency}
        value={draft.amount}
        onChange={(amount) => setDraft({ ...draft, amount })}
      />
      <DayField label={t('Day')} max={today} value={draft.on} onChange={(on) => setDraft({ ...draft, on })} />
      <ReasonField value={draft.note} onChange={(note) => setDraft({ ...draft, note })} />
    </EditSheet>
  )
}
