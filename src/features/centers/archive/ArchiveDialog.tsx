import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { archive } from './api.ts'

type ArchiveDialogProps = { centerId: string; onDone: () => void; onClose: () => void }

/** Asks for confirmation before a center is archived, and explains who loses access. */
export function ArchiveDialog({ centerId, onDone, onClose }: ArchiveDialogProps) {
  const [error, setError] = useState<Error | null>(null)
  const send = useSend(archive.set, {
    onSuccess: () => {
      onDone()
      toast(t('{centerId} is archived.', { centerId }))
      onClose()
    },
    onError: setError,
  })
  return (
    <Dialog
      open
      title={t('Archive {centerId}?', { centerId })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep')}</Button>
          <Button
            kind="danger"
            busy={send.isPending}
            onClick={() => send.mutate({ centerId, archived: true })}
          >
            {t('Archive center')}
          </Button>
        </>
      }
    >
      {error && <p role="alert">{sentenceFor(error)}</p>}
      <ul className="bullets">
        <li>
          {t('Operators, students, parents and classroom devices have no access to it until it’s restored.')}
        </li>
        <li>
          {t('Messages to families that haven’t gone out yet won’t be sent. Calendars will show no classes.')}
        </li>
        <li>{t('Managers and admins can read everything. Nobody can change anything.')}</li>
      </ul>
    </Dialog>
  )
}
