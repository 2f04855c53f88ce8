import { useState } from 'react'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import type { WorkLine } from '../api.ts'
import { isFree } from '../rules.ts'
import { givenWork } from './api.ts'

type PlanSheetProps = { studentId: string; work: WorkLine; onClose: () => void }

/** Sheet to change the due date of open work and the time limit of a test or an assessment. */
export function PlanSheet({ studentId, work, onClose }: PlanSheetProps) {
  const [dueOn, setDueOn] = useState(work.dueOn ?? '')
  const [minutes, setMinutes] = useState(String(work.minutes ?? ''))
  const changed = useStudentChange()
  const change = useSend(givenWork[work.kind].change, {
    onSuccess: () => {
      toast(t('Saved.'))
      onClose()
    },
    // The sheet shows the error instead of a toast.
    onError: () => {},
    onSettled: () => void changed(),
  })
  const save = () => {
    const timed = isFree(work.kind) && { minutes: minutes === '' ? null : Number(minutes) }
    change.mutate({ id: studentId, itemId: work._id, dueOn: dueOn || null, ...timed, ifMatch: work.version })
  }
  return (
    <EditSheet
      title={work.name}
      save={t('Save')}
      busy={change.isPending}
      error={change.error}
      onSave={save}
      onClose={onClose}
    >
      <DayField label={t('Due')} required={false} value={dueOn} onChange={setDueOn} />
      {isFree(work.kind) && (
        <TextField
          label={t('Minutes')}
          hint={t(
            work.state === 'assigned'
              ? 'The time starts when the student starts. Leave empty for no time limit.'
              : 'Leave empty for no time limit.',
          )}
          required={false}
          type="number"
          inputMode="numeric"
          min={1}
          max={600}
          value={minutes}
          onChange={setMinutes}
        />
      )}
    </EditSheet>
  )
}
