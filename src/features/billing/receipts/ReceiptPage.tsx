import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { useTitle } from '#web/title.ts'
import { receipts } from './api.ts'
import { ReceiptView } from './ReceiptView.tsx'

const page = getRouteApi('/staff/centers/$centerId/payments/$paymentId')

/** `/centers/{centerId}/payments/{id}`: the receipt for a payment, to read or print. */
export function ReceiptPage() {
  const { centerId, paymentId: id } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(receipts.one, { centerId, id }))
  useTitle(t('Receipt'))
  return (
    <Page width="medium">
      {data ? (
        <>
          <div className="on-screen">
            <PageHead
              title={t('Receipt')}
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
                <Button reads kind="primary" icon={<Printer aria-hidden />} onClick={() => print()}>
                  {t('Print')}
                </Button>
              }
            />
          </div>
          <ReceiptView receipt={data} heading="h2" />
        </>
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the receipt')}
          lines={4}
          height="4rem"
          page
        />
      )}
    </Page>
  )
}
