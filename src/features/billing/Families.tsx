import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FilePen, ReceiptText, Send, UserSearch } from 'lucide-react'
import { fold } from '#shared/fold.ts'
import { t } from '#shared/language.ts'
import { counted, listed } from '#shared/text.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { OpeningRow, RowList } from '#ui/RowList.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import type { Day } from '#shared/days.ts'
import { read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { money } from './amounts.ts'
import { billing, type Family, type InvoiceRow } from './api.ts'
import style from './Billing.module.css'
import { balanceInWords } from './invoice-words.ts'
import { invoiceState } from './InvoiceView.tsx'
import { monthName } from './months.ts'

type FamiliesProps = {
  centerId: string
  month: string
  today: Day
  /** Text to find in the names of the payer and the children. */
  find: string
  onFind: (find: string | undefined) => void
  onOpen: (payerId: string) => void
}

/** Families who have children in classes in the month, were billed for it, or have a balance. */
export function Families({ centerId, month, today, find, onFind, onOpen }: FamiliesProps) {
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...read(billing.families, { centerId, month }),
    placeholderData: keepPrevious({ centerId }),
  })
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the families')} lines={6} height="3rem" />
    )
  const { families, currency } = data
  if (families.length === 0)
    return (
      <EmptyState
        icon={<ReceiptText />}
        title={t('No families to bill for {month}', { month: monthName(month) })}
      >
        {t('Families appear here once a child has a parent and is enrolled in a class.')}
      </EmptyState>
    )
  const due = families.reduce((sum, { balance }) => sum + Math.max(0, balance), 0)
  const isFound = ({ payer, children }: Family) =>
    [payer, ...children].some((name) => fold(name).includes(fold(find)))
  const shown = families.filter(isFound)
  const sums = { families: familiesInWords(families.length), amount: money(due, currency) }
  return (
    <div className="stack gap-2" aria-busy={isPlaceholderData}>
      <p className="quiet" data-figures>
        {data.drafts.count === 0
          ? t('{families}, {amount} due', sums)
          : t('{families}, {amount} due, {drafts} not sent yet', {
              ...sums,
              drafts: counted(data.drafts.count, 'draft'),
            })}
      </p>
      <SearchField
        label={t('Search families by a parent’s or child’s name')}
        placeholder={t('Parent or child')}
        find={find}
        onFind={onFind}
      />
      {shown.length === 0 ? (
        <EmptyState icon={<UserSearch />} title={t('No families found for “{find}”', { find })}>
          {t('Search by any part of a parent’s or child’s name.')}
        </EmptyState>
      ) : (
        <RowList label={t('Families')}>
          {shown.map((family) => (
            <OpeningRow key={family.payerId} columns={style.row} onOpen={() => onOpen(family.payerId)}>
              <span className="bold breakable">{family.payer}</span>
              <span className="quiet breakable">{listed(family.children)}</span>
              <State invoice={family.invoice} today={today} />
              <Balance family={family} currency={currency} />
            </OpeningRow>
          ))}
        </RowList>
      )}
    </div>
  )
}

/** Formats a number of families: `12 families`. */
export const familiesInWords = (count: number) =>
  count === 1 ? t('1 family') : t('{count} families', { count })

function Balance({ family: { balance }, currency }: { family: Family; currency: string }) {
  return (
    <span className={balance > 0 ? 'bold' : 'quiet'} data-figures>
      {balance === 0 ? money(0, currency) : balanceInWords(balance, currency)}
    </span>
  )
}

/** State of the month's invoice, with its icon. */
function State({ invoice, today }: { invoice: InvoiceRow | null; today: Day }) {
  if (!invoice) return <span className="quiet">{t('No invoice')}</span>
  const isLate = invoice.open > 0 && invoice.dueOn !== null && invoice.dueOn < today
  const isPaid = invoice.state === 'sent' && invoice.open === 0
  const icon = isLate ? CircleAlert : isPaid ? CircleCheck : invoice.state === 'draft' ? FilePen : Send
  return (
    <StatusText icon={icon} color={isLate ? 'error' : isPaid ? 'success' : 'info'}>
      {isLate ? t('Overdue') : invoiceState(invoice)}
    </StatusText>
  )
}
