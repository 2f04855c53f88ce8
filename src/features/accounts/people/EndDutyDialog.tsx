import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { people, type StaffMember } from './api.ts'
import { dutyInWords } from './staff-words.ts'

type EndDutyDialogProps = {
  centerId: string
  member: StaffMember
  duty: StaffMember['duties'][number]
  onClose: () => void
}

/** Asks for confirmation before a duty at a center ends, and shows the error if that fails. */
export function EndDutyDialog({ centerId, member, duty, onClose }: EndDutyDialogProps) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const name = fullName(member)
  const end = useSend(people.endDuty, {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      void queries.invalidateQueries({ queryKey: [people.list.path] })
      toast(t('{name} was removed from the {duty}.', { name, duty: dutyInWords(duty) }))
      onClose()
    },
    onError: setError,
  })
  return (
    <Dialog
      open
      title={t('Remove {name} from the {duty}?', { name, duty: dutyInWords(duty) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep')}</Button>
          <Button
            kind="danger"
            busy={end.isPending}
            onClick={() => end.mutate({ centerId, personId: member._id, duty })}
          >
            {t('Remove')}
          </Button>
        </>
      }
    >
      {error ? (
        <p role="alert">{sentenceFor(error)}</p>
      ) : (
        <p>
          {duty === 'office' &&
            `${t('They’ll be logged out right away and won’t be able to see this center anymore.')} `}
          {member.email
            ? t('We keep all their records. To add this person again later, use the same email address.')
            : t('We keep all records.')}
        </p>
      )}
    </Dialog>
  )
}
