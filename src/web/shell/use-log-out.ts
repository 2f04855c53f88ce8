import { useState } from 'react'
import { useOutbox } from '../outbox.ts'
import { logOut } from '../session.tsx'

/**
 * Returns a function that logs out, or asks first if there are unsent entries, and the props of the dialog
 * that asks (`LogOutDialog`).
 */
export function useLogOut() {
  const { unsent } = useOutbox()
  const [unsentAtLogOut, setUnsentAtLogOut] = useState<typeof unsent>([])
  return {
    logOut: () => (unsent.length > 0 ? setUnsentAtLogOut(unsent) : void logOut()),
    dialogProps: { unsent: unsentAtLogOut, onClose: () => setUnsentAtLogOut([]) },
  }
}
