import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Printer, ReceiptText } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { useTitle } from '#web/title.ts'
import { money } from './amounts.ts'
import { type InvoiceRow, type OwnAccount, type OwnInvoice as OwnInvoiceDetails, ownInvoices } from './api.ts'
import style from './Billing.module.css'
import { FinishPayment } from './checkout/FinishPayment.tsx'
import { PayButton } from './checkout/PayButton.tsx'
import { balanceInWords } from './invoice-words.ts'
import { invoiceState, InvoiceView } from './InvoiceView.tsx'
import { Ledger } from './Ledger.tsx'
import { monthName } from './months.ts'
import { ownReceipts } from './receipts/api.ts'
import { ReceiptView } from './receipts/ReceiptView.tsx'

const page = getRouteApi('/family/parent/invoices')

/** Page `/parent/invoices`: balance, invoices and payments at each center, or one invoice or receipt. */
export function OwnInvoicesPage() {
  const { invoice, receipt, checkout } = page.useSearch()
  if (typeof receipt === 'string') return <OneReceipt id={receipt} />
  return typeof invoice === 'string' ? <OneInvoice id={invoice} session={checkout} /> : <Accounts />
}

const backClass = 'inline-row middle gap-2 quiet bold target no-underline on-screen'

function Accounts() {
  const { data, error, isFetching, refetch } = useQuery(read(ownInvoices.accounts, {}))
  useTitle(t('Invoices'))
  return (
    <Page width="medium" centered padded>
      <Link to="/parent" className={backClass}>
        <ArrowLeft aria-hidden /> {t('Dashboard')}
      </Link>
      <h1>{t('Invoices')}</h1>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the invoices')} lines={3} height="5rem" />
      )}
      {data?.length === 0 && (
        <EmptyState icon={<ReceiptText aria-hidden />} title={t('No invoices yet')}>
          {t('Invoices and payments will appear here once your center sends them.')}
        </EmptyState>
      )}
      {data?.map((account) => (
        <CenterAccount key={account.center} account={account} />
      ))}
    </Page>
  )
}

function CenterAccount({
  account: { center, currency, balance, invoices, entries },
}: {
  account: OwnAccount
}) {
  return (
    <section className={`${style.panel} card stack gap-4 pad-5`} aria-label={center}>
      <div className="stack gap-1">
        <h2>{center}</h2>
        <p className={style.due} data-figures>
          {balanceInWords(balance, currency)}
        </p>
      </div>
      <div className="stack gap-2">
        <h3>{t('Invoices')}</h3>
        {invoices.length === 0 && <p className="quiet">{t('No invoices yet.')}</p>}
        <ul>
          {invoices.map((each) => (
            <OwnInvoice key={each._id} invoice={each} currency={currency} />
          ))}
        </ul>
      </div>
      <div className="stack gap-2">
        <h3>{t('Account')}</h3>
        <Ledger
          entries={entries}
          currency={currency}
          renderReceipt={(receipt) => (
            <Link to="/parent/invoices" search={{ receipt }} className="inline-row middle target">
              {t('Receipt')}
            </Link>
          )}
        />
      </div>
    </section>
  )
}

function OwnInvoice({ invoice, currency }: { invoice: InvoiceRow; currency: string }) {
  const { _id: id, number, month, total, open, dueOn } = invoice
  return (
    <li className={style.entry}>
      <Link
        to="/parent/invoices"
        search={{ invoice: id }}
        className="row middle apart gap-3 pad-2 target ink no-underline"
      >
        <span className="shrinks">
          <span className="bold">{t('Invoice {number}, {month}', { number, month: monthName(month) })}</span>
          <br />
          <span className="fine-print">
            {invoiceState(invoice)}
            {open > 0 && dueOn && t(', due {dueOn}', { dueOn: dateInWords(dueOn) })}
          </span>
        </span>
        <span className="bold" data-figures>
          {money(total, currency)}
        </span>
      </Link>
    </li>
  )
}

function OneInvoice({ id, session }: { id: string; session: string | undefined }) {
  const { data, ...query } = useQuery(read(ownInvoices.one, { id }))
  useTitle(data ? t('Invoice {number}', { number: data.number }) : t('Invoice'))
  return (
    <PrintablePage
      query={query}
      of={t('the invoice')}
      notice={
        <>
          {session !== undefined && <FinishPayment invoiceId={id} session={session} />}
          {data?.payFirst && <PayFirst invoice={data.payFirst} />}
        </>
      }
      action={data?.paysOnline && <PayButton invoice={data} />}
    >
      {data && <InvoiceView invoice={data} />}
    </PrintablePage>
  )
}

/** Link to the older invoice that has to be paid before the one on the page. */
const PayFirst = ({
  invoice: { _id, number, month },
}: {
  invoice: NonNullable<OwnInvoiceDetails['payFirst']>
}) => (
  <div className="card cluster middle apart gap-2 pad-4 on-screen">
    <p>
      {t('Invoice {number} for {month} is still open. Please pay it first.', {
        number,
        month: monthName(month),
      })}
    </p>
    <Link to="/parent/invoices" search={{ invoice: _id }} className={buttonClass({ kind: 'primary' })}>
      {t('Go to invoice {number}', { number })}
    </Link>
  </div>
)

function OneReceipt({ id }: { id: string }) {
  const { data, ...query } = useQuery(read(ownReceipts.one, { id }))
  useTitle(t('Receipt'))
  return (
    <PrintablePage query={query} of={t('the receipt')}>
      {data && <ReceiptView receipt={data} />}
    </PrintablePage>
  )
}

type PrintablePageProps = {
  query: ComponentProps<typeof QueryState>['query']
  of: string
  /** Main button, placed before the print button. */
  action?: ReactNode
  notice?: ReactNode
  children: ReactNode
}

/** Page with a printable document, shown once it has loaded. */
const PrintablePage = ({ query, of, action, notice, children }: PrintablePageProps) => (
  <Page width="medium" centered padded>
    <div className="cluster middle apart gap-2 on-screen">
      <Link to="/parent/invoices" search={{}} className={backClass}>
        <ArrowLeft aria-hidden /> {t('Invoices')}
      </Link>
      {children && (
        <div className="cluster middle gap-2">
          <Button
            reads
            kind={action ? 'secondary' : 'primary'}
            icon={<Printer aria-hidden />}
            onClick={() => print()}
          >
            {t('Print')}
          </Button>
          {action}
        </div>
      )}
    </div>
    {notice}
    {children || <QueryState query={query} of={of} lines={4} height="4rem" page />}
  </Page>
)
