import { useState } from 'react'
import { KeyRound } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import type { Me } from '../rules.ts'
import { passkeySignIn } from './api.ts'

/** Loads the WebAuthn library on demand, because most logins don't use a passkey. */
const signer = () => import('@simplewebauthn/browser')

/** True if the error means that the person dismissed the device's prompt or let it time out. */
export const isCanceled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Button that logs in with a passkey. Renders nothing in browsers that don't support passkeys. */
export function PasskeyButton({
  onEntered,
  onError,
}: {
  onEntered: (me: Me) => void
  onError: (error: Error | null) => void
}) {
  const [busy, setBusy] = useState(false)
  const challenge = useSend(passkeySignIn.ask, { onError: () => {} })
  const enter = useSend(passkeySignIn.enter, { onError: () => {} })
  if (!('PublicKeyCredential' in window)) return null
  const go = async () => {
    setBusy(true)
    onError(null)
    try {
      const optionsJSON = { ...(await challenge.mutateAsync({})), userVerification: 'required' as const }
      const { id: credentialId, response } = await (await signer()).startAuthentication({ optionsJSON })
      const { clientDataJSON, authenticatorData, signature } = response
      onEntered(await enter.mutateAsync({ credentialId, clientDataJSON, authenticatorData, signature }))
    } catch (error) {
      if (!isCanceled(error)) onError(error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button wide icon={<KeyRound aria-hidden />} busy={busy} onClick={() => void go()}>
      {t('Log in with a passkey')}
    </Button>
  )
}
