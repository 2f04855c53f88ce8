import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { entryWords } from '../entry-words.ts'
import { useOutbox } from '../outbox.ts'
import { logOut } from '../session.tsx'

/** Logs out, or first asks if something is unsent. */
export function useLogOut() {
  const waiting = useOutbox().unsent.length
  const [asking, setAsking] = useState(false)
  return { asking, logOut: () => (waiting > 0 ? setAsking(true) : void logOut()), stay: () => setAsking(false) }
}

/** Dialog about unsent entries, which stay on this device if the user logs out now. */
export function LogOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { unsent } = useOutbox()
  const { total, words } = entryWords(unsent)
  const leave = () => {
    onClose()
    void logOut()
  }
  return (
    <Dialog
      open={open}
      title={`Log out with unsent ${[...new Set(unsent.map(({ kind }) => `${kind}s`))].join(' and ')}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={leave}>
            Log out
          </Button>
          <Button kind="primary" onClick={onClose}>
            Stay
          </Button>
        </>
      }
    >
      <p>
        {words.replace(/^1 /, 'One ')} {total === 1 ? 'has' : 'have'} not been sent yet. They stay on this device and will be sent when you
        log in here again.
      </p>
    </Dialog>
  )
}
