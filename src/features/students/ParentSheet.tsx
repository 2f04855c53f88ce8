import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requests } from '#features/accounts/requests/api.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { students } from './api.ts'
import { noParent, ParentFields } from './ParentFields.tsx'
import { useStudentChange } from './use-student-change.ts'

/** Sheet for linking a parent to a student. The parent needs an email address or a phone number. */
export function ParentSheet({
  centerId,
  studentId,
  onClose,
}: {
  centerId: string
  studentId: string
  onClose: () => void
}) {
  const [draft, setDraft] = useState(noParent)
  const [error, setError] = useState<Error | null>(null)
  const changed = useStudentChange()
  const queries = useQueryClient()
  const link = useSend(students.addParent, {
    onSuccess: ({ name, waiting }) => {
      toast(
        waiting
          ? t('Sent {name} a request. They’ll see the student once they accept.', { name })
          : t('{name} linked.', { name }),
      )
      void queries.invalidateQueries({ queryKey: [requests.sent.path] })
      void changed()
      onClose()
    },
    onError: setError,
  })
  return (
    <EditSheet
      title={t('Link a parent')}
      save={t('Link parent')}
      busy={link.isPending}
      error={error}
      onSave={() => link.mutate({ ...draft, centerId, studentId })}
      onClose={onClose}
    >
      <ParentFields draft={draft} onChange={setDraft} />
    </EditSheet>
  )
}
