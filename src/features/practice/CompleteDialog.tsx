import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { read, useSend } from '#web/api.ts'
import { useOutbox } from '#web/outbox.ts'
import { sentenceFor } from '#web/snack.tsx'
import { practice, type Work } from './api.ts'
import { ownSections, ownWork } from './doing/api.ts'

type CompleteDialogProps = { homework: Work; open: boolean; onClose: () => void }

/** Asks once before homework is complete, and says what is still unanswered (product §8). */
export function CompleteDialog({ homework, open, onClose }: CompleteDialogProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { waiting } = useOutbox()
  const [failed, setFailed] = useState<string | null>(null)
  const complete = useSend(ownWork.homework.change, {
    // Said here: what lies behind an open dialog can't be reached.
    onError: (error) => setFailed(sentenceFor(error)),
    onSuccess: (after) => {
      queries.setQueryData(read(ownWork.homework.item, { id: after._id }).queryKey, after)
      void queries.invalidateQueries({ queryKey: [practice.self.path] })
      void queries.invalidateQueries({ queryKey: [ownSections.question.path] })
      onClose()
      void navigate({ to: '/student/homework/$hwId/sections', params: { hwId: after._id } })
    },
  })
  const missing = homework.sections.flatMap(({ questions }) => questions).filter(({ answered }) => !answered)
  return (
    <Dialog
      open={open}
      title="Complete this homework?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep working</Button>
          <Button
            kind="primary"
            busy={complete.isPending}
            reason={waiting > 0 ? 'Some answers are still on their way.' : null}
            onClick={() => complete.mutate({ id: homework._id, state: 'submitted' })}
          >
            Complete
          </Button>
        </>
      }
    >
      {missing.length === 0 ? (
        <p>You have answered every question. Well done!</p>
      ) : (
        <p>
          Not answered yet: {missing.length === 1 ? 'question' : 'questions'}{' '}
          {missing.map(({ sequenceQuesNum }) => sequenceQuesNum).join(', ')}. Once it is complete, answers can no longer be changed.
        </p>
      )}
      {failed && <p role="alert">{failed}</p>}
      {waiting > 0 && (
        <p>{waiting === 1 ? 'One answer is' : `${waiting} answers are`} still on the way. This takes a moment with a network.</p>
      )}
    </Dialog>
  )
}
