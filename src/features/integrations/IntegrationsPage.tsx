import { getRouteApi } from '@tanstack/react-router'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { useTitle } from '#web/title.ts'
import { TokensPart } from './TokensPart.tsx'
import { WebhooksPart } from './webhooks/WebhooksPart.tsx'

const page = getRouteApi('/staff/centers/$centerId/settings/integrations')

/** `/centers/{centerId}/settings/integrations`: other programs that work with the center's data. */
export function IntegrationsPage() {
  const { centerId } = page.useParams()
  useTitle(`Integrations of ${centerId}`)
  return (
    <Page width="medium">
      <PageHead title="Integrations" facts={centerId} />
      <TokensPart centerId={centerId} />
      <WebhooksPart centerId={centerId} />
    </Page>
  )
}
