import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { records, type Note } from './api.ts'
import { useRecordChange } from './use-record-change.ts'

type NoteSheetProps = { centerId: string; studentId: string; note: Note; onClose: () => void }

export function NoteSheet({ centerId, studentId, note, onClose }: NoteSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(note, {
    draftOf: ({ msg }) => ({ msg: msg }),
    words: { msg: t('Note') },
    facts: { Shown: ({ active }) => t(active ? 'Yes' : 'No, it’s hidden') },
  })
  const changed = useRecordChange()
  const change = useSend(records.changeNote, {
    onSuccess: () => {
      toast(t('Note saved.'))
      void changed()
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Edit note')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={() => change.mutate({ centerId, studentId, noteId: note.id, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      <TextAreaField
        label={t('Note')}
        hint={t('Only center staff can see it.')}
        rows={6}
        maxLength={longest.note}
        value={draft.msg}
        onChange={(text) => set({ msg: text })}
      />
    </EditSheet>
  )
}
