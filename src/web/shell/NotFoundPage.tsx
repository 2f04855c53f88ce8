import { Link } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import { FrontPage } from './FrontPage.tsx'

/** Page for every unknown path (spec §2). */
export function NotFoundPage() {
  return (
    <FrontPage
      title={t('Page not found')}
      lead={t('The address may be mistyped, or the page may no longer exist.')}
      animals={['turtle', 'hedgehog', 'owl']}
    >
      <Link to="/" className={buttonClass({ kind: 'primary', wide: true })}>
        {t('Go to my home page')}
      </Link>
    </FrontPage>
  )
}
