import { useStudentChange } from '#features/students/use-student-change.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { WorkLine } from '../api.ts'
import { kindWords } from '../rules.ts'
import { givenWork } from './api.ts'

type VoidDialogProps = { studentId: string; work: WorkLine; onClose: () => void }

/** Asks a manager before begun work stops counting, which is for good. */
export function VoidDialog({ studentId, work, onClose }: VoidDialogProps) {
  const changed = useStudentChange()
  const word = kindWords[work.kind]
  const change = useSend(givenWork[work.kind].change, {
    onSuccess: () => {
      toast(`The ${word} is void.`)
      onClose()
    },
    // The reason is shown below; the list behind it is read again, since it was out of date.
    onError: () => {},
    onSettled: () => void changed(),
  })
  const refusal = change.error ? sentenceFor(change.error) : null
  return (
    <Dialog
      open
      title={`Void “${plain(work.name)}”?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            busy={change.isPending}
            onClick={() => change.mutate({ id: studentId, itemId: work._id, state: 'void', ifMatch: work.version })}
          >
            Void the {word}
          </Button>
        </>
      }
    >
      <p>
        It counts for nothing any more, and neither the student nor the family sees it. Its answers are kept.
        {work.kind === 'test' && ' Corrections of it that are still open go with it.'} This can’t be undone.
      </p>
      {refusal && <p role="alert">{refusal}</p>}
    </Dialog>
  )
}
