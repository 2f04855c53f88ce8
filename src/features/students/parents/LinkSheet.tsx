import { useState } from 'react'
import { noParent, ParentFields } from '#features/students/ParentFields.tsx'
import { plain } from '#shared/text.ts'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { parents, type LinkedChild, type ParentRecord } from './api.ts'
import { useParentChange } from './use-parent-change.ts'

type LinkSheetProps = { centerId: string; parent: ParentRecord; child: LinkedChild; onClose: () => void }

/** Changes how a parent is linked with a child: the relationship, and the phone for this child. */
export function LinkSheet({ centerId, parent, child, onClose }: LinkSheetProps) {
  const { studentId, relationship, phone, phoneType } = child
  const [draft, setDraft] = useState({ ...noParent, relationship, phone, phoneType })
  const [error, setError] = useState<Error | null>(null)
  const changed = useParentChange()
  const change = useSend(parents.changeLink, {
    onSuccess: () => {
      snack(`The link with ${plain(child.firstName)} is saved.`)
      void changed()
      onClose()
    },
    onError: setError,
  })
  const now = currentOf<ParentRecord>(error)
  const save = () => {
    const { relationship: next, phone: digits, phoneType: kind } = draft
    const link = { relationship: next, phone: digits, phoneType: kind }
    change.mutate({ centerId, parentId: parent._id, studentId, ...link, ifMatch: (now ?? parent).version })
  }
  return (
    <EditSheet
      title={`Link with ${plain(child.firstName)}`}
      save="Save"
      busy={change.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <ParentFields draft={draft} onChange={setDraft} known />
      {now && <p>Saving again replaces what was changed meanwhile.</p>}
    </EditSheet>
  )
}
