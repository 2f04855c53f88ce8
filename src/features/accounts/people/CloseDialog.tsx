import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { people, type Person } from './api.ts'

/** Asks for confirmation before an account is closed or reopened, and shows the error if that fails. */
export function CloseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const name = fullName(person)
  const closing = !person.disabled
  const send = useSend(people.close, {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [people.list.path] })
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      toast(
        closing
          ? t('{name}’s account is closed.', { name })
          : t('{name}’s account has been reopened.', { name }),
      )
      onClose()
    },
    onError: setError,
  })
  return (
    <Dialog
      open
      title={closing ? t('Close {name}’s account?', { name }) : t('Reopen {name}’s account?', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{closing ? t('Keep it open') : t('Keep it closed')}</Button>
          <Button
            kind={closing ? 'danger' : 'primary'}
            busy={send.isPending}
            onClick={() => send.mutate({ id: person._id, disabled: closing })}
          >
            {closing ? t('Close account') : t('Reopen account')}
          </Button>
        </>
      }
    >
      {error ? (
        <p role="alert">{sentenceFor(error)}</p>
      ) : closing ? (
        <p>
          {t(
            'They’ll be logged out right away and won’t be able to log in. We keep all records, and you can reopen the account.',
          )}
        </p>
      ) : (
        <p>{t('The person can log in again with the same password as before.')}</p>
      )}
    </Dialog>
  )
}
