import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Receipt } from 'lucide-react'
import { useState } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { OpeningRow, RowList } from '#ui/RowList.tsx'
import { read } from '#web/api.ts'
import { money, percentOf } from '../amounts.ts'
import style from '../Billing.module.css'
import { type BillingSettings, type RateRow, rates } from './api.ts'
import { InvoiceRules } from './InvoiceRules.tsx'
import { RateSheet } from './RateSheet.tsx'
import { TermsSheet } from './TermsSheet.tsx'

const unitWords = { month: '{amount} a month', class: '{amount} a class', hour: '{amount} an hour' } as const

type RatesPartProps = { centerId: string; today: Day }

/** Rates and billing settings of a center. */
export function RatesPart({ centerId, today }: RatesPartProps) {
  const { data, error, isFetching, refetch } = useQuery(read(rates.list, { centerId }))
  const [open, setOpen] = useState<RateRow | 'new' | 'terms' | null>(null)
  if (!data)
    return <QueryState query={{ error, isFetching, refetch }} of={t('the rates')} lines={4} height="3rem" />
  const close = () => setOpen(null)
  const add = (
    <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
      {t('New rate')}
    </Button>
  )
  return (
    <div className="stack gap-4">
      <section className="stack gap-3" aria-label={t('Rates')}>
        <div className="cluster middle apart gap-2">
          <h2>{t('Rates')}</h2>
          {data.rates.length > 0 && add}
        </div>
        {data.rates.length === 0 ? (
          <EmptyState icon={<Receipt />} title={t('No rates yet')} action={add}>
            {t(
              'Enter what a subject or a class costs, by month, class or hour. Invoices are calculated from these rates.',
            )}
          </EmptyState>
        ) : (
          <RowList label={t('Rates')}>
            {data.rates.map((rate) => (
              <RateLine
                key={rate._id}
                rate={rate}
                currency={data.settings.currency}
                onOpen={() => setOpen(rate)}
              />
            ))}
          </RowList>
        )}
      </section>
      <Terms settings={data.settings} onChange={() => setOpen('terms')} />
      <InvoiceRules />
      {open === 'terms' && <TermsSheet centerId={centerId} settings={data.settings} onClose={close} />}
      {open !== null && open !== 'terms' && (
        <RateSheet
          {...{ centerId, today }}
          currency={data.settings.currency}
          rate={open === 'new' ? null : open}
          onClose={close}
        />
      )}
    </div>
  )
}

function RateLine({ rate, currency, onOpen }: { rate: RateRow; currency: string; onOpen: () => void }) {
  const { subject, className, unit, amount, startDate, endDate } = rate
  return (
    <OpeningRow columns={style.row} onOpen={onOpen}>
      <span className="bold">{className ?? t(subject ?? '')}</span>
      <span className="quiet">
        {endDate === null
          ? t('since {day}', { day: dateInWords(startDate) })
          : `${dateInWords(startDate)} – ${dateInWords(endDate)}`}
      </span>
      <span className="quiet">{className === null ? t('All classes') : t('This class only')}</span>
      <span data-figures>{t(unitWords[unit], { amount: money(amount, currency) })}</span>
    </OpeningRow>
  )
}

function Terms({ settings, onChange }: { settings: BillingSettings; onChange: () => void }) {
  const { currency, tax, siblingDiscount, dueDays, howToPay } = settings
  const facts: [string, string][] = [
    [t('Currency'), currency],
    [t('Tax'), tax === 0 ? t('None') : `${percentOf(tax)}%`],
    [
      t('Sibling discount'),
      siblingDiscount === 0
        ? t('None')
        : t('{percent}% for every child except the one with the highest charges', {
            percent: percentOf(siblingDiscount),
          }),
    ],
    [t('Due'), t('{days} after sending', { days: counted(dueDays, 'day') })],
    [t('How to pay'), howToPay || '–'],
  ]
  return (
    <section className="card stack gap-3 pad-4" aria-label={t('Settings')}>
      <div className="cluster middle apart gap-2">
        <h2>{t('Settings')}</h2>
        <Button
          changes
          icon={<Pencil aria-hidden />}
          aria-label={t('Change the billing settings')}
          onClick={onChange}
        >
          {t('Change')}
        </Button>
      </div>
      <dl className={style.facts}>
        {facts.map(([name, value]) => [
          <dt key={`${name} name`} className="quiet">
            {name}
          </dt>,
          <dd key={name} className={style.pre}>
            {value}
          </dd>,
        ])}
      </dl>
    </section>
  )
}
