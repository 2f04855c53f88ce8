import { getRouteApi } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { useTitle } from '#web/title.ts'
import { TokensPart } from './TokensPart.tsx'
import { WebhooksPart } from './webhooks/WebhooksPart.tsx'

const page = getRouteApi('/staff/centers/$centerId/settings/integrations')

/** Page `/centers/{centerId}/settings/integrations` for other programs that work with the center's data. */
export function IntegrationsPage() {
  const { centerId } = page.useParams()
  useTitle(t('Integrations for {centerId}', { centerId }))
  return (
    <Page width="medium">
      <PageHead title={t('Integrations')} facts={centerId} />
      <TokensPart centerId={centerId} />
      <WebhooksPart centerId={centerId} />
    </Page>
  )
}
