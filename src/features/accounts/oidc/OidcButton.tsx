import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import type { Me } from '../rules.ts'
import { oidc } from './api.ts'

/** Storage key for the data that this browser keeps while somebody logs in at the provider. */
const keptAs = 'oidc'

/**
 * The provider's response in the page's URL, or null. Read when this file loads, before the router removes
 * it.
 */
const answer = new URLSearchParams(location.search).has('state') ? location.search : null

/**
 * Opens the login page of the organization's provider, and completes the login when the provider redirects
 * back. Renders nothing if no provider is set up.
 */
export function OidcButton({
  onEntered,
  onError,
}: {
  onEntered: (me: Me) => void
  onError: (error: Error) => void
}) {
  const { data } = useQuery({ ...read(oidc.options, {}), staleTime: Infinity })
  const begin = useSend(oidc.begin, {
    onSuccess: ({ url, kept }) => {
      sessionStorage.setItem(keptAs, kept)
      location.assign(url)
    },
    onError,
  })
  const enter = useSend(oidc.enter, { onSuccess: onEntered, onError })
  const complete = useEffectEvent(() => {
    const kept = sessionStorage.getItem(keptAs)
    sessionStorage.removeItem(keptAs)
    if (answer && kept) enter.mutate({ answer, kept })
  })
  useEffect(() => complete(), [])
  if (!data?.name) return null
  return (
    <Button
      wide
      icon={<Building2 aria-hidden />}
      busy={begin.isPending || enter.isPending}
      onClick={() => begin.mutate({})}
    >
      {t('Log in with {name}', { name: data.name })}
    </Button>
  )
}
