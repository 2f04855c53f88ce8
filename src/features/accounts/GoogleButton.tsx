import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { read, useSend } from '#web/api.ts'
import style from './Form.module.css'
import { google } from './google/api.ts'
import type { Me } from './rules.ts'

/** The part of the Google Identity Services API that we use (developers.google.com/identity/gsi/web). */
type Identity = {
  initialize: (options: {
    client_id: string
    nonce: string
    callback: (answer: { credential: string }) => void
  }) => void
  renderButton: (
    place: HTMLElement,
    looks: { theme: string; size: string; text: string; width: number },
  ) => void
}

declare global {
  interface Window {
    google?: { accounts: { id: Identity } }
  }
}

const buttonWidth = 280

const inHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns a random 256-bit secret and its SHA-256 hash. Google includes the hash in its signed token as a
 * nonce, so a stolen token is useless without the secret.
 */
async function newSecret() {
  const secret = inHex(crypto.getRandomValues(new Uint8Array(32)))
  return {
    secret,
    nonce: inHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)))),
  }
}

const openedAt = () =>
  performance.getEntriesByType('navigation').map(({ name }) => new URL(name).pathname)[0] ?? location.pathname

/** Renders Google's own button, or nothing if Google sign-in isn't set up or its script can't be loaded. */
export function GoogleButton({
  onEntered,
  onError,
}: {
  onEntered: (me: Me) => void
  onError: (error: Error) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const { data } = useQuery({ ...read(google.options, {}), staleTime: Infinity })
  const { mutate } = useSend(google.enter, { onSuccess: onEntered, onError })
  const enter = useEffectEvent((idToken: string, secret: string) => mutate({ idToken, secret }))
  useEffect(() => {
    const { clientId, scriptUrl } = data ?? {}
    if (!clientId || !scriptUrl) return
    // The content security policy allows Google's script only in a document opened at `/login`.
    if (openedAt() !== '/login') return location.reload()
    const draw = async () => {
      const { secret, nonce } = await newSecret()
      const identity = window.google?.accounts.id
      if (!identity || !place.current) return
      identity.initialize({
        client_id: clientId,
        nonce,
        callback: ({ credential }) => enter(credential, secret),
      })
      identity.renderButton(place.current, {
        theme: 'outline',
        size: 'large',
        text: 'signin_with',
        width: buttonWidth,
      })
    }
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    script.addEventListener('load', () => void draw())
    document.head.append(script)
    return () => script.remove()
  }, [data])
  return data?.clientId ? <div ref={place} className={`${style.center} grid gap-3`} /> : null
}
