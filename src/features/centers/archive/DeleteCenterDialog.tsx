import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { BulletList } from '#ui/BulletList.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { archive, type Deletion } from './api.ts'

type DeleteCenterDialogProps = {
  centerId: string
  deletion: Deletion
  onDone: () => void
  onClose: () => void
}

/** Lists what is deleted for good with a center. Requires typing its name. */
export function DeleteCenterDialog({ centerId, deletion, onDone, onClose }: DeleteCenterDialogProps) {
  const formId = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const send = useSend(archive.remove, {
    onSuccess: () => {
      onDone()
      toast(`${centerId} is being deleted.`)
      void navigate({ to: '/centers' })
    },
    onError: () => {},
  })
  return (
    <Dialog
      open
      title={`Delete ${centerId} for good?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button
            kind="danger"
            type="submit"
            form={formId}
            busy={send.isPending}
            reason={typed.trim() === centerId ? null : 'Type the name first.'}
          >
            Delete for good
          </Button>
        </>
      }
    >
      {send.error && <p role="alert">{sentenceFor(send.error)}</p>}
      <Form
        id={formId}
        className="stack gap-3"
        onSubmit={() => {
          send.mutate({ centerId, name: typed })
        }}
      >
        <p>This can’t be undone.</p>
        <h3>What is deleted</h3>
        <BulletList lines={deletion.loses} />
        <h3>What stays</h3>
        <BulletList lines={deletion.keeps} />
        <TextField
          label={`Type the name: ${centerId}`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  )
}
