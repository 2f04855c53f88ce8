import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { currencies, percentOf, readBasisPoints } from '../amounts.ts'
import { useBillingChange } from '../use-billing-change.ts'
import { type BillingSettings, rates } from './api.ts'

type Currency = (typeof currencies)[number]

const form = () => ({
  draftOf: ({ currency, tax, siblingDiscount, dueDays, howToPay }: BillingSettings) => ({
    currency,
    tax: percentOf(tax),
    siblingDiscount: percentOf(siblingDiscount),
    dueDays: String(dueDays),
    howToPay,
  }),
  words: {
    currency: t('Currency'),
    tax: t('Tax in percent'),
    siblingDiscount: t('Sibling discount in percent'),
    dueDays: t('Days to pay'),
    howToPay: t('How to pay'),
  },
})

type TermsSheetProps = { centerId: string; settings: BillingSettings; onClose: () => void }

/** Sheet for the billing settings. */
export function TermsSheet({ centerId, settings, onClose }: TermsSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(settings, form())
  const changed = useBillingChange()
  const send = useSend(rates.settings, {
    onSuccess: () => {
      toast(t('Settings saved.'))
      void changed()
      onClose()
    },
    onError: fail,
  })
  const number = { type: 'number', inputMode: 'decimal', min: 0 } as const
  return (
    <EditSheet
      title={t('Billing settings')}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={() =>
        send.mutate({
          centerId,
          currency: draft.currency as Currency,
          tax: readBasisPoints(draft.tax, 30) ?? 0,
          siblingDiscount: readBasisPoints(draft.siblingDiscount, 100) ?? 0,
          dueDays: Number(draft.dueDays),
          howToPay: draft.howToPay,
          ifMatch: base.version,
        })
      }
      onClose={onClose}
    >
      <Field label={t('Currency')} hint={t('The currency can’t be changed once an invoice has been sent.')}>
        {(wiring) => (
          <select
            {...wiring}
            value={draft.currency}
            onChange={({ target }) => set({ currency: target.value })}
          >
            {currencies.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        {...number}
        label={t('Tax in percent')}
        hint={t('Added to each line.')}
        max={30}
        step={0.01}
        value={draft.tax}
        onChange={(tax) => set({ tax })}
      />
      <TextField
        {...number}
        label={t('Sibling discount in percent')}
        hint={t('For every child in a family except the one with the highest charges.')}
        max={100}
        step={0.01}
        value={draft.siblingDiscount}
        onChange={(siblingDiscount) => set({ siblingDiscount })}
      />
      <TextField
        {...number}
        label={t('Days to pay')}
        max={90}
        step={1}
        value={draft.dueDays}
        onChange={(dueDays) => set({ dueDays })}
      />
      <HowToPay value={draft.howToPay} onChange={(howToPay) => set({ howToPay })} />
    </EditSheet>
  )
}

const HowToPay = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextAreaField
    label={t('How to pay')}
    hint={t('Printed on invoices. For example, your bank account.')}
    required={false}
    rows={4}
    maxLength={longest.note}
    value={value}
    onChange={onChange}
  />
)
