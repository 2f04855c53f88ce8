import { useState } from 'react'
import { listed } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { entryWords } from '../entry-words.ts'
import { useOutbox } from '../outbox.ts'
import { logOut } from '../session.tsx'

/** Returns a function that logs out, or first asks if entries are unsent. `asking` are the dialog's props. */
export function useLogOut() {
  const { unsent } = useOutbox()
  const [asked, setAsked] = useState<typeof unsent>([])
  return {
    logOut: () => (unsent.length > 0 ? setAsked(unsent) : void logOut()),
    asking: { unsent: asked, onClose: () => setAsked([]) },
  }
}

/**
 * Dialog about unsent entries, which stay on this device if the user logs out now. It is open if there are
 * any.
 */
export function LogOutDialog({ unsent, onClose }: ReturnType<typeof useLogOut>['asking']) {
  const { total, words } = entryWords(unsent)
  const leave = () => {
    onClose()
    void logOut()
  }
  return (
    <Dialog
      open={total > 0}
      title={`Log out with unsent ${listed(new Set(unsent.map(({ kind }) => `${kind}s`)))}?`}
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
        {words.replace(/^1 /, 'One ')} {total === 1 ? 'has' : 'have'} not been sent yet. Anything unsent stays
        on this device and will be sent when you log in here again.
      </p>
    </Dialog>
  )
}
