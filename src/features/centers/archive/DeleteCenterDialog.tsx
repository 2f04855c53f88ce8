import { useNavigate } from '@tanstack/react-router'
import { t, translateSentence } from '#shared/language.ts'
import { BulletList } from '#ui/BulletList.tsx'
import { TypedNameDialog } from '#ui/TypedNameDialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { archive, type Deletion } from './api.ts'

type DeleteCenterDialogProps = {
  centerId: string
  deletion: Deletion
  onDone: () => void
  onClose: () => void
}

/** Dialog that lists what is permanently deleted with a center. Requires typing the center's name. */
export function DeleteCenterDialog({ centerId, deletion, onDone, onClose }: DeleteCenterDialogProps) {
  const navigate = useNavigate()
  const send = useSend(archive.remove, {
    onSuccess: () => {
      onDone()
      toast(t('{centerId} is being deleted.', { centerId }))
      void navigate({ to: '/centers' })
    },
    onError: () => {},
  })
  return (
    <TypedNameDialog
      title={t('Delete {centerId} permanently?', { centerId })}
      name={centerId}
      accepts={(typed) => typed.trim() === centerId}
      action={t('Delete permanently')}
      busy={send.isPending}
      error={send.error}
      onConfirm={(name) => {
        send.mutate({ centerId, name })
      }}
      onClose={onClose}
    >
      <p>{t('This can’t be undone.')}</p>
      <h3>{t('What is deleted')}</h3>
      <BulletList lines={deletion.loses.map(translateSentence)} />
      <h3>{t('What is kept')}</h3>
      <BulletList lines={deletion.keeps.map(translateSentence)} />
    </TypedNameDialog>
  )
}
