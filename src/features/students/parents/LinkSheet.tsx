import { LinkFields, linkDraftOf, linkWords as words } from '../ParentFields.tsx'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { parents, type LinkedChild, type ParentRecord } from './api.ts'
import { useParentChange } from './use-parent-change.ts'

type LinkSheetProps = { centerId: string; parent: ParentRecord; child: LinkedChild; onClose: () => void }

/** Sheet for editing the link between a parent and a child: relationship, and the phone for this child. */
export function LinkSheet({ centerId, parent, child, onClose }: LinkSheetProps) {
  const { studentId } = child
  const { draft, set, base, error, fail, differences } = useEdit(parent, {
    draftOf: ({ children }) => linkDraftOf(children.find((each) => each.studentId === studentId) ?? child),
    words,
  })
  const changed = useParentChange()
  const change = useSend(parents.changeLink, {
    onSuccess: () => {
      toast(t('Relationship to {firstName} saved.', { firstName: child.firstName }))
      void changed()
      onClose()
    },
    onError: fail,
  })
  const save = () =>
    change.mutate({ centerId, parentId: base._id, studentId, ...draft, ifMatch: base.version })
  return (
    <EditSheet
      title={t('Relationship to {firstName}', { firstName: child.firstName })}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <LinkFields draft={draft} onChange={set} phoneRequired={base.email === ''} />
    </EditSheet>
  )
}
