import { useSyncExternalStore } from 'react'
import { whenReauthNeeded } from './api.ts'
import { later } from './later.tsx'

type Answer = (given: boolean) => void

const ReauthDialog = later<{ onEnd: Answer; onClose: () => void }>(
  async () => (await import('./ReauthDialog.tsx')).ReauthDialog,
  { isRare: true },
)

let asking: Promise<boolean> | null = null
let answer: Answer | null = null
const listeners = new Set<() => void>()

function setAnswer(next: Answer | null) {
  answer = next
  for (const listener of listeners) listener()
}

/**
 * Asks for the password, or a code, in a dialog over the current page. Resolves to true once the server has
 * accepted it, or to false if the dialog is closed. Simultaneous calls share one dialog.
 */
function reauthenticate(): Promise<boolean> {
  asking ??= new Promise<boolean>((done) =>
    setAnswer((given) => {
      asking = null
      setAnswer(null)
      done(given)
    }),
  )
  return asking
}

whenReauthNeeded(reauthenticate)

/** Shows the password prompt when a call needs it. */
export function ReauthRegion() {
  const onEnd = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => answer,
  )
  return onEnd && <ReauthDialog onEnd={onEnd} onClose={() => onEnd(false)} />
}
