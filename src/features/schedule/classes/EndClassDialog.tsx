import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayWords } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { clock, dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useSend } from '#web/api.ts'
import { Versions } from '#ui/Versions.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useEdit } from '#web/use-edit.ts'
import { classes, type Class } from './api.ts'
import { endWords } from './terms.ts'

const classFacts = {
  Name: ({ name }: Class) => name,
  'Day and time': ({ day, time }: Class) => `${t(dayWords[day] ?? '')} ${clock(time)}`,
  Seats: ({ maxSize }: Class) => String(maxSize),
  Teacher: ({ teacher }: Class) => (teacher ? fullName(teacher) : ''),
  'Last day': ({ endDate }: Class) => (endDate ? dateInWords(endDate) : ''),
}

type EndClassDialogProps = {
  centerId: string
  today: Day
  entry: Class
  onEnded: () => void
  onClose: () => void
}

/**
 * Dialog that ends a class for everybody in it, starting on a chosen day. Shows the reason if that isn't
 * possible.
 */
export function EndClassDialog({ centerId, today, entry, onEnded, onClose }: EndClassDialogProps) {
  const { base, error, fail, differences } = useEdit(entry, {
    draftOf: () => ({}),
    words: null,
    facts: classFacts,
  })
  const { id, name, stuCount, waitlist, version } = base
  const [from, setFrom] = useState(today)
  const queries = useQueryClient()
  const guests = base.future.filter(({ date }) => date >= from).length
  const end = useSend(classes.end, {
    onSuccess: () => {
      for (const { path } of [classes.list, classes.change])
        void queries.invalidateQueries({ queryKey: [path] })
      toast(t('{name} ended.', { name }))
      onEnded()
    },
    onError: fail,
  })
  const lost = [
    stuCount > 0 && counted(stuCount, 'regular student'),
    guests > 0 && counted(guests, 'guest'),
    waitlist > 0 && t('{waitlist} on the waitlist', { waitlist }),
  ].filter((each) => typeof each === 'string')
  return (
    <Dialog
      open
      title={t('End {name}?', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button
            kind="danger"
            busy={end.isPending}
            onClick={() => end.mutate({ centerId, classId: id, from, ifMatch: version })}
          >
            {t('End class')}
          </Button>
        </>
      }
    >
      <DayField label={t('First day without class')} min={today} value={from} onChange={setFrom} />
      {from && <p>{endWords(base, { from, today, lost })}</p>}
      {error && <p role="alert">{sentenceFor(error)}</p>}
      <Versions differences={differences} />
    </Dialog>
  )
}
