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

type VoidDialogProps = { studentId: string; work: WorkLine; onClose: () => void }

/**
 * Dialog that asks a manager to confirm voiding work that the student has started. Voiding can't be undone.
 */
export function VoidDialog({ studentId, work, onClose }: VoidDialogProps) {
  const changed = useStudentChange()
  const word = t(kindWords[work.kind])
  const change = useSend(givenWork[work.kind].change, {
    onSuccess: () => {
      toast(t('The {word} was voided.', { word }))
      onClose()
    },
    // The dialog shows the error. The list behind the dialog is out of date, so it is reloaded.
    onError: () => {},
    onSettled: () => void changed(),
  })
  const refusal = change.error ? sentenceFor(change.error) : null
  return (
    <Dialog
      open
      title={t('Void “{work}”?', { work: work.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button
            kind="danger"
            busy={change.isPending}
            onClick={() =>
              change.mutate({ id: studentId, itemId: work._id, state: 'void', ifMatch: work.version })
            }
          >
            {t('Void the {word}', { word })}
          </Button>
        </>
      }
    >
      <p>
        {t(
          work.kind === 'test'
            ? 'It won’t count anymore, and the student and the family won’t see it. Its answers are kept. Its open corrections are voided too. This can’t be undone.'
            : 'It won’t count anymore, and the student and the family won’t see it. Its answers are kept. This can’t be undone.',
        )}
      </p>
      {refusal && <p role="alert">{refusal}</p>}
    </Dialog>
  )
}
