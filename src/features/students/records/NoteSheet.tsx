import { useState } from 'react'
import { longest, plain } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { records, type Note } from './api.ts'
import { useRecordChange } from './use-record-change.ts'

type NoteSheetProps = { centerId: string; studentId: string; note: Note; onClose: () => void }

/** Puts a note in other words. */
export function NoteSheet({ centerId, studentId, note, onClose }: NoteSheetProps) {
  const [msg, setMsg] = useState(plain(note.msg))
  const [error, setError] = useState<Error | null>(null)
  const changed = useRecordChange()
  const change = useSend(records.changeNote, {
    onSuccess: () => {
      snack('Note saved.')
      void changed()
      onClose()
    },
    onError: setError,
  })
  const now = currentOf<Note>(error)
  return (
    <EditSheet
      title="Change note"
      save="Save"
      busy={change.isPending}
      error={error}
      onSave={() => change.mutate({ centerId, studentId, noteId: note.id, msg, ifMatch: (now ?? note).version })}
      onClose={onClose}
    >
      <Field label="Note" hint="Only staff of the centre see it.">
        {(wiring) => <textarea {...wiring} rows={6} maxLength={longest.note} value={msg} onChange={({ target }) => setMsg(target.value)} />}
      </Field>
      {now && <p>It now says: {plain(now.msg)}. Saving again replaces that.</p>}
    </EditSheet>
  )
}
