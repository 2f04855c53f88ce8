import { useState } from 'react'
import { dayInWords } from '#shared/days.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { type Credit, credits } from './api.ts'
import { creditWords } from './rules.ts'

type ExtendSheetProps = { centerId: string; credit: Credit; onDone: () => Promise<unknown>; onClose: () => void }

/** The last day to spend a credit on. */
export function ExtendSheet({ centerId, credit, onDone, onClose }: ExtendSheetProps) {
  const [expiresOn, setExpiresOn] = useState(credit.expiresOn)
  const [error, setError] = useState<Error | null>(null)
  const change = useSend(credits.change, {
    onSuccess: (after) => {
      snack(`To be made up by ${dayInWords(after.expiresOn)}.`)
      void onDone()
      onClose()
    },
    onError: setError,
  })
  const now = currentOf<Credit>(error)
  return (
    <EditSheet
      title="Last day of the credit"
      save="Save"
      busy={change.isPending}
      error={error}
      onSave={() => change.mutate({ centerId, creditId: credit._id, expiresOn, ifMatch: (now ?? credit).version })}
      onClose={onClose}
    >
      <TextField label="To be made up by" type="date" value={expiresOn} onChange={setExpiresOn} autoFocus />
      {now && <p>It now reads: {creditWords(now)}. Saving again replaces that.</p>}
    </EditSheet>
  )
}
