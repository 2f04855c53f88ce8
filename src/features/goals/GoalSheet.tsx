import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { goals, type StudentGoal } from './api.ts'
import { maxQuestions } from './goal.ts'

type GoalSheetProps = { centerId: string; studentId: string; goal: StudentGoal; onClose: () => void }

/** Sheet for the goal that staff set for a student. */
export function GoalSheet({ goal, onClose, ...studentRef }: GoalSheetProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(goal.set === null ? '' : String(goal.set))
  const change = useSend(goals.change, {
    // The sheet shows the error.
    onError: () => {},
    onSuccess: (after) => {
      queries.setQueryData(read(goals.ofStudent, studentRef).queryKey, after)
      toast(t('Goal saved.'))
      onClose()
    },
  })
  return (
    <EditSheet
      title={t('Weekly goal')}
      save={t('Save')}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onSave={() => change.mutate({ ...studentRef, set: typed === '' ? null : Number(typed) })}
    >
      <TextField
        type="number"
        inputMode="numeric"
        step={1}
        min={0}
        max={maxQuestions}
        required={false}
        label={t('Questions per week')}
        hint={t(
          'Leave empty for the center’s goal ({usual}), or enter 0 for no goal. The student can aim higher.',
          { usual: goal.usual },
        )}
        value={typed}
        onChange={setTyped}
      />
    </EditSheet>
  )
}
