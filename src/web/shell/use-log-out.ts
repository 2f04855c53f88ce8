import { useState } from 'react'
import { useOutbox } from '../outbox.ts'
import { logOut } from '../session.tsx'

/**
 * Returns a function that logs out, or asks first if there are unsent entries. `asking` contains the dialog's
 * props.
 */
export function useLogOut() {
  const { unsent } = useOutbox()
  const [asked, setAsked] = useState<typeof unsent>([])
  return {
    logOut: () => (unsent.length > 0 ? setAsked(unsent) : void logOut()),
    asking: { unsent: asked, onClose: () => setAsked([]) },
  }
}
