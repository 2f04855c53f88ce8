import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Landmark } from 'lucide-react'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Segments } from '#ui/Segments.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { may, useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { billing } from './api.ts'
import style from './Billing.module.css'
import { ExportsPart } from './exports/ExportsPart.tsx'
import { Families } from './Families.tsx'
import { monthName, monthOf, monthsLater } from './months.ts'
import { BankSheet } from './payments/BankSheet.tsx'
import { rates } from './rates/api.ts'
import { RatesPart } from './rates/RatesPart.tsx'
import { RunPart } from './RunPart.tsx'

const page = getRouteApi('/staff/centers/$centerId/billing')

/**
 * `/centers/{centerId}/billing`: families with their balances, the month's billing run, and rates and
 * settings. Operators see only families.
 */
export function BillingPage() {
  const { centerId } = page.useParams()
  useTitle(t('Billing at {centerId}', { centerId }))
  const { data, error, isFetching, refetch } = useQuery(read(centers.one, { centerId }))
  if (data) return <Billing centerId={centerId} today={data.today} />
  return (
    <Page width="wide">
      <PageHead title={t('Billing')} facts={centerId} />
      <QueryState query={{ error, isFetching, refetch }} of={t('the center')} lines={4} height="3rem" />
    </Page>
  )
}

const views = [
  { value: 'families', label: 'Families' },
  { value: 'run', label: 'Monthly billing' },
  { value: 'rates', label: 'Rates' },
] as const
type View = (typeof views)[number]['value']

const isMonth = (month: string | undefined) => /^20\d{2}-(0[1-9]|1[0-2])$/.test(month ?? '')

function Billing({ centerId, today }: { centerId: string; today: Day }) {
  const { month: requestedMonth, view: wanted, family, find } = page.useSearch()
  const navigate = page.useNavigate()
  const manages = may(useMe(), 'billing.manage')
  const [reading, setReading] = useState(false)
  useLive(`center:${centerId}`, ['billing'], [billing.families, billing.preview, billing.account, rates.list])
  const month = requestedMonth !== undefined && isMonth(requestedMonth) ? requestedMonth : monthOf(today)
  const view: View = views.find(({ value }) => manages && value === wanted)?.value ?? 'families'
  const go = (search: { month?: string; view?: string; family?: string; find?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...search }), replace: true })
  const common = { centerId, month, today }
  return (
    <Page width="wide">
      <PageHead
        title={t('Billing')}
        facts={centerId}
        actions={
          <Button icon={<Landmark aria-hidden />} onClick={() => setReading(true)}>
            {t('Import bank file')}
          </Button>
        }
      />
      <div className="cluster middle apart gap-2-4">
        {manages && (
          <Segments
            label={t('View')}
            segments={views.map((each) => ({ ...each, label: t(each.label) }))}
            value={view}
            onChange={(value) => go({ view: value })}
          />
        )}
        {view !== 'rates' && <MonthBar month={month} onChange={(next) => go({ month: next })} />}
      </div>
      {view === 'families' && (
        <Families
          {...common}
          find={typeof find === 'string' ? find : ''}
          onFind={(next) => go({ find: next })}
          onOpen={(payerId) => go({ family: payerId })}
        />
      )}
      {view === 'run' && <RunPart {...common} onSent={() => go({ view: 'families' })} />}
      {view === 'run' && <ExportsPart {...common} />}
      {view === 'rates' && <RatesPart centerId={centerId} today={today} />}
      {typeof family === 'string' && (
        <AccountSheet {...common} payerId={family} onClose={() => go({ family: undefined })} />
      )}
      {reading && <BankSheet centerId={centerId} month={month} onClose={() => setReading(false)} />}
    </Page>
  )
}

function MonthBar({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  return (
    <div className={`${style.months} row middle gap-1`}>
      <Button
        kind="quiet"
        icon={<ChevronLeft aria-hidden />}
        aria-label={t('Previous month')}
        onClick={() => onChange(monthsLater(month, -1))}
      />
      <span className="bold text-center" aria-live="polite">
        {monthName(month)}
      </span>
      <Button
        kind="quiet"
        icon={<ChevronRight aria-hidden />}
        aria-label={t('Next month')}
        onClick={() => onChange(monthsLater(month, 1))}
      />
    </div>
  )
}
