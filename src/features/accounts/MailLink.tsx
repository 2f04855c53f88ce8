import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Token } from '#shared/fields.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Notice } from './Notice.tsx'

/** True if the error means that the link was used or has expired. */
export const isDead = (error: Error | null) => error instanceof Problem && error.code === 'token_invalid'

type MailLinkProps<T> = {
  /** Builds the query that loads the data for a token. */
  ask: (token: string) => { queryKey: QueryKey; queryFn: QueryFunction<T> }
  /** Advice shown when the link no longer works. */
  dead: ReactNode
  /** Renders the page for a valid link. The page calls `onDead` once the link no longer works. */
  children: (token: string, link: T, onDead: () => void) => ReactNode
}

/** Handles the emailed link that opened this page. The token is after `#`, so that no log contains it. */
export function MailLink<T>({ ask, dead, children }: MailLinkProps<T>) {
  const [token] = useState(
    () => Token.safeParse(new URLSearchParams(location.hash.slice(1)).get('token')).data ?? '',
  )
  const [used, setUsed] = useState(false)
  // The page itself shows the error, so no toast does (spec §8).
  const link = useQuery({
    ...ask(token),
    enabled: token !== '',
    staleTime: Infinity,
    meta: { quiet: true },
  })
  if (token === '' || used || isDead(link.error))
    return (
      <>
        <Notice kind="error">{t('This link has already been used or has expired.')}</Notice>
        {dead}
      </>
    )
  if (link.data) return children(token, link.data, () => setUsed(true))
  if (!link.error) return <Skeleton label={t('Checking the link')} lines={3} height="2.75rem" />
  return (
    <ErrorState
      title={t('The link couldn’t be checked.')}
      message={sentenceFor(link.error)}
      busy={link.isFetching}
      onRetry={() => void link.refetch()}
    />
  )
}

export const LoginLink = () => (
  <Link to="/login" className={buttonClass({ wide: true })}>
    {t('Go to login')}
  </Link>
)
