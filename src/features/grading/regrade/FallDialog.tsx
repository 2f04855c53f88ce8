import { counted, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { Regrade } from './api.ts'

type FallDialogProps = { regrade: Regrade; onConfirm: () => void; onClose: () => void }

const named = 10

/** Asks a second time before somebody's score falls, with who they are. */
export function FallDialog({ regrade: { falling, changes }, onConfirm, onClose }: FallDialogProps) {
  const names = changes.filter(({ falls }) => falls).map(({ firstName, lastName }) => plain(`${firstName} ${lastName}`))
  const more = falling - Math.min(named, names.length)
  return (
    <Dialog
      open
      title={falling === 1 ? 'Let one score fall?' : `Let ${falling} scores fall?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep the scores</Button>
          <Button kind="danger" onClick={onConfirm}>
            {falling === 1 ? 'Let it fall' : `Let ${falling} fall`}
          </Button>
        </>
      }
    >
      <p>
        {names.slice(0, named).join(', ')}
        {more > 0 && ` and ${counted(more, 'other')}`} and their parents will see a lower score than before.
      </p>
    </Dialog>
  )
}
