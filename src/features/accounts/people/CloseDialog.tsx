import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { people, type Person } from './api.ts'

/** Asks once before an account is closed, or opened again. Why it can't be stands in the dialog. */
export function CloseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const name = plain(`${person.firstName} ${person.lastName}`.trim())
  const closing = !person.disabled
  const send = useSend(people.close, {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [people.list.path] })
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      toast(closing ? `The account of ${name} is closed.` : `The account of ${name} is open again.`)
      onClose()
    },
    onError: setError,
  })
  return (
    <Dialog
      open
      title={closing ? `Close the account of ${name}?` : `Reopen the account of ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{closing ? 'Keep it open' : 'Keep it closed'}</Button>
          <Button
            kind={closing ? 'danger' : 'primary'}
            busy={send.isPending}
            onClick={() => send.mutate({ id: person._id, disabled: closing })}
          >
            {closing ? 'Close account' : 'Reopen account'}
          </Button>
        </>
      }
    >
      {error ? (
        <p role="alert">{sentenceFor(error)}</p>
      ) : closing ? (
        <p>
          Whoever uses it is logged out at once and can’t log in any more. All that was recorded stays, and the account can be reopened.
        </p>
      ) : (
        <p>It can be used to log in again, with the password it had.</p>
      )}
    </Dialog>
  )
}
