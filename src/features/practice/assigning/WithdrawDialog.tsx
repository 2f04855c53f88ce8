import { useStudentChange } from '#features/students/use-student-change.ts'
import { t } from '#shared/language.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import type { WorkLine } from '../api.ts'
import { kindWords } from '../rules.ts'
import { givenWork } from './api.ts'

type WithdrawDialogProps = { studentId: string; work: WorkLine; onClose: () => void }

/**
 * Asks for confirmation before work that hasn't started is withdrawn. Shows the reason if it can't be
 * withdrawn.
 */
export function WithdrawDialog({ studentId, work, onClose }: WithdrawDialogProps) {
  const changed = useStudentChange()
  const withdraw = useSend(givenWork[work.kind].withdraw, {
    onSuccess: () => {
      toast(t('The {words} was withdrawn.', { words: t(kindWords[work.kind]) }))
      onClose()
    },
    // The dialog shows the error. The list behind the dialog is out of date, so it is reloaded.
    onError: () => {},
    onSettled: () => void changed(),
  })
  return (
    <ConfirmDialog
      title={t('Withdraw “{work}”?', { work: work.name })}
      action={t('Withdraw')}
      busy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate({ id: studentId, itemId: work._id })}
      onClose={onClose}
    >
      {t('It will disappear from the student’s page. You can assign it again at any time.')}
    </ConfirmDialog>
  )
}
