import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classes } from '#features/schedule/classes/api.ts'
import { subjects } from '#features/centers/subjects.ts'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Field } from '#ui/Field.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { AmountField } from '../AmountField.tsx'
import { decimal, readCents } from '../amounts.ts'
import { useBillingChange } from '../use-billing-change.ts'
import { type RateRow, rates } from './api.ts'

type Unit = RateRow['unit']
const units: Record<Unit, string> = { month: 'Month', class: 'Class', hour: 'Hour' }

const amountPer = {
  month: 'Amount per month',
  class: 'Amount per class',
  hour: 'Amount per hour',
} as const

type RateSheetProps = {
  centerId: string
  rate: RateRow | null
  currency: string
  today: Day
  onClose: () => void
}

/** Sheet for adding a rate, or for changing the amount and days of one. */
export const RateSheet = ({ rate, ...rest }: RateSheetProps) =>
  rate ? <ChangeRate {...rest} rate={rate} /> : <NewRate {...rest} />

function NewRate({ centerId, currency, today, onClose }: Omit<RateSheetProps, 'rate'>) {
  const [draft, setDraft] = useState({
    appliesTo: 'Math',
    unit: 'month' as Unit,
    amount: '',
    startDate: `${today.slice(0, 7)}-01`,
    endDate: '',
  })
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const changed = useBillingChange()
  const send = useSend(rates.add, {
    onSuccess: () => {
      toast(t('Rate added.'))
      void changed()
      onClose()
    },
    onError: () => {},
  })
  const subject = subjects.find((each) => each === draft.appliesTo) ?? null
  return (
    <EditSheet
      title={t('New rate')}
      save={t('Add rate')}
      busy={send.isPending}
      error={send.error}
      onSave={() =>
        send.mutate({
          centerId,
          subject,
          classId: subject === null ? draft.appliesTo : null,
          unit: draft.unit,
          amount: readCents(draft.amount) ?? 0,
          startDate: draft.startDate,
          endDate: draft.endDate || null,
        })
      }
      onClose={onClose}
    >
      <AppliesToField
        centerId={centerId}
        value={draft.appliesTo}
        onChange={(appliesTo) => set({ appliesTo })}
      />
      <Field label={t('Charged per')}>
        {(wiring) => (
          <select
            {...wiring}
            value={draft.unit}
            onChange={({ target }) => set({ unit: target.value as Unit })}
          >
            {Object.entries(units).map(([unit, word]) => (
              <option key={unit} value={unit}>
                {t(word)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <AmountField
        label={t('Amount')}
        currency={currency}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
      />
      <DayField label={t('First day')} value={draft.startDate} onChange={(startDate) => set({ startDate })} />
      <DayField
        label={t('Last day')}
        required={false}
        value={draft.endDate}
        onChange={(endDate) => set({ endDate })}
      />
    </EditSheet>
  )
}

type AppliesToFieldProps = { centerId: string; value: string; onChange: (appliesTo: string) => void }

/** Choice between all classes of a subject and one class. */
function AppliesToField({ centerId, value, onChange }: AppliesToFieldProps) {
  const { data = [] } = useQuery(read(classes.list, { centerId }))
  return (
    <Field label={t('For')} hint={t('A class’s rate overrides its subject’s rate.')}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
          <optgroup label={t('All classes in a subject')}>
            {subjects.map((each) => (
              <option key={each} value={each}>
                {t(each)}
              </option>
            ))}
          </optgroup>
          <optgroup label={t('One class')}>
            {data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      )}
    </Field>
  )
}

const form = () => ({
  draftOf: ({ amount, startDate, endDate }: RateRow) => ({
    amount: decimal(amount),
    startDate,
    endDate: endDate ?? '',
  }),
  words: {
    amount: t('Amount'),
    startDate: [t('First day'), dateInWords],
    endDate: [t('Last day'), (day: string) => (day === '' ? '' : dateInWords(day))],
  } as const,
})

function ChangeRate({ centerId, rate, currency, onClose }: RateSheetProps & { rate: RateRow }) {
  const { draft, set, base, error, fail, differences } = useEdit(rate, form())
  const changed = useBillingChange()
  const done = (words: string) => ({
    onSuccess: () => {
      toast(words)
      void changed()
      onClose()
    },
    onError: fail,
  })
  const send = useSend(rates.change, done(t('Rate saved.')))
  const remove = useSend(rates.remove, done(t('Rate removed.')))
  const which = { centerId, id: rate._id, ifMatch: base.version }
  return (
    <EditSheet
      title={t('Rate: {of}', { of: rate.className ?? t(rate.subject ?? '') })}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={() =>
        send.mutate({
          ...which,
          amount: readCents(draft.amount) ?? 0,
          startDate: draft.startDate,
          endDate: draft.endDate || null,
        })
      }
      onClose={onClose}
    >
      <AmountField
        label={t(amountPer[rate.unit])}
        hint={t('Sent invoices don’t change. To change the price, end this rate and add another.')}
        currency={currency}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
      />
      <DayField label={t('First day')} value={draft.startDate} onChange={(startDate) => set({ startDate })} />
      <DayField
        label={t('Last day')}
        required={false}
        value={draft.endDate}
        onChange={(endDate) => set({ endDate })}
      />
      <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate(which)}>
        {t('Remove rate')}
      </Button>
    </EditSheet>
  )
}
