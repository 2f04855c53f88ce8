import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { places } from '../places/api.ts'
import { ClassChoice } from '../places/ClassChoice.tsx'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { credits } from './api.ts'

type GrantSheetProps = {
  centerId: string
  studentId: string
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Sheet for granting a credit that attendance doesn't give. The user states a reason. */
export function GrantSheet({ centerId, studentId, onDone, onClose }: GrantSheetProps) {
  const { data: studentPlaces = [] } = useQuery(read(places.ofStudent, { centerId, studentId }))
  const [chosen, setChosen] = useState<string | null>(null)
  const [missedOn, setMissedOn] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const classId = chosen ?? studentPlaces.find(({ type }) => type === 'regular')?.classId ?? null
  const grant = useSend(credits.grant, {
    onSuccess: () => {
      toast(t('Credit granted.'))
      void onDone()
      onClose()
    },
    onError: setError,
  })
  return (
    <EditSheet
      title={t('Add make-up credit')}
      save={t('Add make-up credit')}
      busy={grant.isPending}
      error={error}
      onSave={() => classId && grant.mutate({ centerId, studentId, classId, missedOn, reason })}
      onClose={onClose}
    >
      <ClassChoice centerId={centerId} value={classId} onChange={({ id }) => setChosen(id)} />
      <DayField label={t('Missed on')} value={missedOn} onChange={setMissedOn} />
      <TextField label={t('Reason')} value={reason} onChange={setReason} maxLength={200} />
    </EditSheet>
  )
}
