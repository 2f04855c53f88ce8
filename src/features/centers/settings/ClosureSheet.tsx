import { useState } from 'react'
import { dayInWords, type Day } from '#shared/days.ts'
import { counted, longest } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { settings } from './api.ts'
import { useCenterChange } from './use-center-change.ts'

/** Closes one day or several in a row: no class meets then, and nobody's seat is used. */
export function ClosureSheet({ centerId, today, onClose }: { centerId: string; today: Day; onClose: () => void }) {
  const [date, setDate] = useState(today)
  const [until, setUntil] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const changed = useCenterChange()
  const close = useSend(settings.close, {
    onSuccess: (closed) => {
      changed()
      snack(closed.length === 1 ? `${dayInWords(date)} is closed.` : `${counted(closed.length, 'day')} are closed.`)
      onClose()
    },
    onError: setError,
  })
  return (
    <EditSheet
      title="Close days"
      save="Close"
      busy={close.isPending}
      error={error}
      onSave={() => close.mutate({ centerId, date, name, ...(until && { until }) })}
      onClose={onClose}
    >
      <TextField label="Day" type="date" value={date} onChange={setDate} data-autofocus />
      <TextField
        label="Until"
        hint="The last of several days in a row."
        type="date"
        min={date}
        value={until}
        onChange={setUntil}
        required={false}
      />
      <TextField
        label="Why"
        hint="For example Spring break. It stands on the day."
        value={name}
        onChange={setName}
        maxLength={longest.name}
      />
    </EditSheet>
  )
}
