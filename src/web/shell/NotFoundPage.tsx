import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** For every path that there is not (spec §2). */
export function NotFoundPage() {
  return (
    <main>
      <EmptyState
        title="This page doesn't exist"
        action={
          <Link to="/" className={buttonClass({ kind: 'primary' })}>
            Go to my start page
          </Link>
        }
      >
        The address may be mistyped, or what was here is gone.
      </EmptyState>
    </main>
  )
}
