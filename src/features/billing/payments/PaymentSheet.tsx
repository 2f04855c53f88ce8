import { useState } from 'react'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { capitalized, longest } from '#shared/text.ts'
import { DayField } from '#ui/DayField.tsx'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { decimal, money, readCents } from '../amounts.ts'
import { AmountField } from '../AmountField.tsx'
import type { Account } from '../api.ts'
import { useBillingChange } from '../use-billing-change.ts'
import { methodWords } from '../Ledger.tsx'
import { type MethodByHand, payments } from './api.ts'

const methods: readonly MethodByHand[] = ['cash', 'check', 'card', 'bank', 'other']

type PaymentSheetProps = { centerId: string; account: Account; today: Day; onClose: () => void }

/** Sheet for recording a payment. The initial amount is what the family owes, if anything. */
export function PaymentSheet({ centerId, account, today, onClose }: PaymentSheetProps) {
  const { payerId, payer, currency, balance, hasEmail } = account
  const [draft, setDraft] = useState({
    amount: balance > 0 ? decimal(balance) : '',
    method: 'cash' as MethodByHand,
    on: today,
    reference: '',
    note: '',
  })
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const over = (readCents(draft.amount) ?? 0) - Math.max(balance, 0)
  const changed = useBillingChange()
  const send = useSend(payments.add, {
    onSuccess: ({ amount }) => {
      toast(t('Payment of {amount} recorded.', { amount: money(amount, currency) }))
      void changed()
      onClose()
    },
    onError: () => {},
  })
  return (
    <EditSheet
      title={`${t('Payment')}: ${payer}`}
      save={t('Record payment')}
      busy={send.isPending}
      error={send.error}
      onSave={() => send.mutate({ centerId, payerId, ...draft, amount: readCents(draft.amount) ?? 0 })}
      onClose={onClose}
    >
      <AmountField
        label={t('Amount')}
        hint={
          over > 0
            ? t('{amount} more than is due. It stays in the account as a credit.', {
                amount: money(over, currency),
              })
            : undefined
        }
        currency={currency}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
      />
      <Field label={t('Method')}>
        {(wiring) => (
          <select
            {...wiring}
            value={draft.method}
            onChange={({ target }) => set({ method: target.value as MethodByHand })}
          >
            {methods.map((method) => (
              <option key={method} value={method}>
                {capitalized(methodWords(method))}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DayField label={t('Day')} max={today} value={draft.on} onChange={(on) => set({ on })} />
      <TextField
        label={t('Reference')}
        hint={t('For example, a check number. The same reference can’t be recorded twice.')}
        required={false}
        value={draft.reference}
        onChange={(reference) => set({ reference })}
        maxLength={longest.name}
      />
      <TextField
        label={t('Note')}
        hint={t('The family can read this.')}
        required={false}
        value={draft.note}
        onChange={(note) => set({ note })}
        maxLength={longest.name}
      />
      <p className="fine-print">
        {hasEmail
          ? t('A receipt is sent by email.')
          : t('The family has no email address, so no receipt is sent.')}
      </p>
    </EditSheet>
  )
}
