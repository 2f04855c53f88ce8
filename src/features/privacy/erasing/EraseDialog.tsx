import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { counted } from '#shared/text.ts'
import { Form } from '#ui/Form.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { BulletList } from '#ui/BulletList.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { erasing } from './api.ts'
import style from './Erasing.module.css'
import { sameName } from '../erasure-words.ts'

type EraseDialogProps = {
  id: string
  /** Name without escapes. */
  name: string
  onErased: () => void
  onClose: () => void
}

/** Lists what is erased permanently and what stays as a number. Requires typing the name to confirm. */
export function EraseDialog({ id, name, onErased, onClose }: EraseDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState('')
  const { data, error, isFetching, refetch } = useQuery({ ...read(erasing.preview, { id }), staleTime: 0 })
  const send = useSend(erasing.erase, {
    onSuccess: ({ erased }) => {
      toast(`${counted(erased, 'person')} erased.`.replace('persons', 'people'))
      onErased()
    },
    onError: () => {},
  })
  return (
    <Dialog
      open
      title={`Erase ${name} permanently?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button
            kind="danger"
            type="submit"
            form={formId}
            busy={send.isPending}
            reason={sameName(typed, name) ? null : 'Type the name first.'}
          >
            Erase permanently
          </Button>
        </>
      }
    >
      {send.error && <p role="alert">{sentenceFor(send.error)}</p>}
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of="the stored data" lines={5} height="1.25rem" />
      )}
      {data && (
        <Form
          id={formId}
          className={`${style.form} stack gap-3`}
          onSubmit={() => {
            send.mutate({ id, name: typed })
          }}
        >
          <p>
            This takes effect right away and can’t be undone. If an older backup is restored later, the data
            is erased again.
          </p>
          <h3>What is erased</h3>
          <BulletList lines={data.goes} />
          {data.parents.length > 0 && <Parents names={data.parents} />}
          {data.stays.length > 0 && <h3>What stays, as numbers without a name</h3>}
          <BulletList lines={data.stays} />
          <TextField label={`Type the name: ${name}`} value={typed} onChange={setTyped} autoComplete="off" />
        </Form>
      )}
    </Dialog>
  )
}

const Parents = ({ names }: { names: readonly string[] }) => (
  <p>
    {names.join(' and ')} {names.length === 1 ? 'is' : 'are'} also erased, because they have no other child
    here.
  </p>
)
