import { useState } from 'react'
import { addDays } from '#shared/calendar.ts'
import { type Day, dateInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { DayField } from '#ui/DayField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { oddities, type Oddity } from './api.ts'
import { useOdditiesChange } from './use-oddities-change.ts'

type SnoozeSheetProps = { centerId: string; oddity: Oddity; today: Day; onClose: () => void }

const weekLater = 7

/** Lets an oddity wait until a day, for a reason that the others read. */
export function SnoozeSheet({ centerId, oddity, today, onClose }: SnoozeSheetProps) {
  const [until, setUntil] = useState(oddity.snoozedUntil ?? addDays(today, weekLater))
  const [reason, setReason] = useState(plain(oddity.snoozedFor ?? ''))
  const [error, setError] = useState<Error | null>(null)
  const changed = useOdditiesChange()
  const snooze = useSend(oddities.snooze, {
    onSuccess: (after) => {
      snack(`Snoozed until ${dateInWords(after.until)}.`)
      void changed()
      onClose()
    },
    onError: setError,
  })
  return (
    <EditSheet
      title="Snooze"
      save="Snooze"
      busy={snooze.isPending}
      error={error}
      onSave={() => snooze.mutate({ centerId, key: oddity.key, until, reason })}
      onClose={onClose}
    >
      <p>{plain(oddity.text)}</p>
      <DayField
        label="Until"
        hint="On this day it counts again, unless it is mended by then."
        min={addDays(today, 1)}
        value={until}
        onChange={setUntil}
      />
      <TextField label="Reason" value={reason} onChange={setReason} maxLength={200} data-autofocus />
    </EditSheet>
  )
}
