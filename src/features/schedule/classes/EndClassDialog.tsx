import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Day } from '#shared/days.ts'
import { counted, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { sentenceFor, snack } from '#web/snack.tsx'
import { classes, type Class } from './api.ts'

type EndClassDialogProps = { centerId: string; today: Day; entry: Class; onClose: () => void }

/** Asks once, and from when on, before a class ends for everybody in it. Why it can't stands in the dialog. */
export function EndClassDialog({ centerId, today, entry, onClose }: EndClassDialogProps) {
  const { id, name, stuCount, waitlist, version } = entry
  const [from, setFrom] = useState(today)
  const [error, setError] = useState<Error | null>(null)
  const queries = useQueryClient()
  const guests = entry.future.filter(({ date }) => date >= from).length
  const end = useSend(classes.end, {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [classes.list.path] })
      snack(`${plain(name)} ended.`)
      onClose()
    },
    onError: setError,
  })
  const lost = [
    stuCount > 0 && counted(stuCount, 'regular student'),
    guests > 0 && counted(guests, 'guest'),
    waitlist > 0 && `${waitlist} on the waitlist`,
  ].filter((each) => typeof each === 'string')
  return (
    <Dialog
      open
      title={`End ${plain(name)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={end.isPending} onClick={() => end.mutate({ centerId, classId: id, from, ifMatch: version })}>
            End class
          </Button>
        </>
      }
    >
      <TextField label="No class from" type="date" min={today} value={from} onChange={setFrom} />
      <p>
        {lost.length > 0
          ? `${new Intl.ListFormat('en').format(lost)} lose their place from that day on. The days before stay as they were.`
          : 'Nobody is in this class now. The days before stay as they were; a class that nobody was ever in is removed.'}
      </p>
      {error && <p role="alert">{sentenceFor(error)}</p>}
    </Dialog>
  )
}
