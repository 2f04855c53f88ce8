import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/Button.tsx'
import { FrontPage } from './FrontPage.tsx'

/** Page for every unknown path (spec §2). */
export function NotFoundPage() {
  return (
    <FrontPage
      title="Page not found"
      lead="The address may be mistyped, or the page may be gone."
      animals={['turtle', 'hedgehog', 'owl']}
    >
      <Link to="/" className={buttonClass({ kind: 'primary', wide: true })}>
        Go to my start page
      </Link>
    </FrontPage>
  )
}
