import { useState } from 'react'
import { plain } from '#shared/text.ts'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { students, type Parent } from './api.ts'
import { noParent, ParentFields, type ParentDraft } from './ParentFields.tsx'
import { useStudentChange } from './use-student-change.ts'

type ParentSheetProps = { centerId: string; studentId: string; parent: Parent | null; onClose: () => void }

// A known account keeps its own name, whatever is sent.
const draftOf = ({ name, email, phone, phoneType, relationship }: Parent): ParentDraft => ({
  firstName: plain(name),
  lastName: '',
  email,
  phone,
  phoneType,
  relationship,
})

/** Links a parent by e-mail, or changes how the given one is linked. */
export function ParentSheet({ centerId, studentId, parent, onClose }: ParentSheetProps) {
  const [draft, setDraft] = useState(parent ? draftOf(parent) : noParent)
  const [error, setError] = useState<Error | null>(null)
  const changed = useStudentChange()
  const link = useSend(students.addParent, {
    onSuccess: ({ name }) => {
      snack(parent ? `${plain(name)} saved.` : `${plain(name)} linked.`)
      void changed()
      onClose()
    },
    onError: setError,
  })
  return (
    <EditSheet
      title={parent ? plain(parent.name) : 'Link a parent'}
      save={parent ? 'Save' : 'Link parent'}
      busy={link.isPending}
      error={error}
      onSave={() => link.mutate({ ...draft, centerId, studentId })}
      onClose={onClose}
    >
      <ParentFields draft={draft} onChange={setDraft} known={parent !== null} />
    </EditSheet>
  )
}
