import { Button } from '#ui/Button.tsx'
import { sentences } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { FrontPage } from './FrontPage.tsx'

/**
 * Page shown in place of one that crashed because of a bug. Stored data is safe, and a reload usually helps.
 */
export function BrokenPage() {
  return (
    <FrontPage
      title={t('This page can’t be shown')}
      lead={t(sentences.failed)}
      animals={['octopus', 'chicken', 'hamster']}
    >
      <p role="status">{t('Something went wrong on this page. Everything you saved is safe.')}</p>
      <Button kind="primary" wide onClick={() => location.reload()}>
        {t('Reload the page')}
      </Button>
      <Button wide onClick={() => location.assign('/')}>
        {t('Go to my home page')}
      </Button>
    </FrontPage>
  )
}
