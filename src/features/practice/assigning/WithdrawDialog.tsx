import { useStudentChange } from '#features/students/use-student-change.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { WorkLine } from '../api.ts'
import { kindWords } from '../rules.ts'
import { givenWork } from './api.ts'

type WithdrawDialogProps = { studentId: string; work: WorkLine; onClose: () => void }

/**
 * Dialog that asks to confirm withdrawing work that hasn't started. Shows the reason if it can't be
 * withdrawn.
 */
export function WithdrawDialog({ studentId, work, onClose }: WithdrawDialogProps) {
  const changed = useStudentChange()
  const withdraw = useSend(givenWork[work.kind].withdraw, {
    onSuccess: () => {
      toast(t('The {words} was withdrawn.', { words: t(kindWords[work.kind]) }))
      onClose()
    },
    // The dialog shows the error. The list behind it was out of date, so it is reloaded.
    onError: () => {},
    onSettled: () => void changed(),
  })
  const refusal = withdraw.error ? sentenceFor(withdraw.error) : null
  return (
    <Dialog
      open
      title={t('Withdraw “{work}”?', { work: work.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button
            kind="danger"
            busy={withdraw.isPending}
            reason={refusal}
            onClick={() => withdraw.mutate({ id: studentId, itemId: work._id })}
          >
            {t('Withdraw')}
          </Button>
        </>
      }
    >
      {refusal ? (
        <p role="alert">{refusal}</p>
      ) : (
        <p>{t('It will disappear from the student’s page. You can assign it again at any time.')}</p>
      )}
    </Dialog>
  )
}
