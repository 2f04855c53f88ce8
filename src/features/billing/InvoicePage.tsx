import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Ban, Printer } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import { billing } from './api.ts'
import { InvoiceView } from './InvoiceView.tsx'
import { VoidSheet } from './VoidSheet.tsx'

const page = getRouteApi('/staff/centers/$centerId/invoices/$invoiceId')

/** `/centers/{centerId}/invoices/{id}`: an invoice to read, print or void. */
export function InvoicePage() {
  const { centerId, invoiceId: id } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(billing.invoice, { centerId, id }))
  const manages = may(useMe(), 'billing.manage')
  const [voiding, setVoiding] = useState(false)
  const name = data?.number === null ? t('Draft') : t('Invoice {number}', { number: data?.number })
  useTitle(data ? name : t('Invoice'))
  if (!data)
    return (
      <Page width="medium">
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the invoice')}
          lines={4}
          height="4rem"
          page
        />
      </Page>
    )
  return (
    <Page width="medium">
      <div className="on-screen">
        <PageHead
          title={name}
          facts={
            <Link
              to="/centers/$centerId/billing"
              params={{ centerId }}
              search={{ family: data.payerId }}
              className="inline-row middle target"
            >
              {data.payer}
            </Link>
          }
          actions={
            <>
              {manages && data.state === 'sent' && (
                <Button changes icon={<Ban aria-hidden />} onClick={() => setVoiding(true)}>
                  {/* The text isn't 'Void', because the catalogs translate that as a state. */}
                  {t('Void {what}', { what: '' }).trim()}
                </Button>
              )}
              <Button reads kind="primary" icon={<Printer aria-hidden />} onClick={() => print()}>
                {t('Print')}
              </Button>
            </>
          }
        />
      </div>
      <InvoiceView invoice={data} heading="h2" />
      {voiding && <VoidSheet centerId={centerId} invoice={data} onClose={() => setVoiding(false)} />}
    </Page>
  )
}
