import { useQuery, useQueryClient } from '@tanstack/react-query'
import { schedules } from './api.ts'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { type TeacherNotes, teacherNotes } from '#features/accounts/notes/api.ts'

type NotesSheetProps = { centerId: string; personId: string; name: string; onClose: () => void }

/** Sheet for the office's note about a teacher or assistant, shown next to their classes. */
export function NotesSheet({ centerId, personId, name, onClose }: NotesSheetProps) {
  const { data, error } = useQuery(read(teacherNotes.one, { centerId, personId }))
  if (data) return <Notes key={personId} stored={data} {...{ centerId, personId, name, onClose }} />
  return (
    <EditSheet
      title={t('Note about {name}', { name })}
      save={t('Save')}
      busy={!error}
      error={error}
      onSave={onClose}
      onClose={onClose}
    >
      <p>{t(error ? 'The note couldn’t be loaded.' : 'Loading the note…')}</p>
    </EditSheet>
  )
}

function Notes({ centerId, personId, name, stored, onClose }: NotesSheetProps & { stored: TeacherNotes }) {
  const queries = useQueryClient()
  const { draft, set, base, error, fail, differences } = useEdit(stored, {
    draftOf: ({ notes }) => ({ notes: notes }),
    words: { notes: t('Note') },
  })
  const send = useSend(teacherNotes.change, {
    onSuccess: () => {
      for (const { path } of [teacherNotes.one, schedules.day])
        void queries.invalidateQueries({ queryKey: [path] })
      toast(t('Note saved.'))
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Note about {name}', { name })}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={() => send.mutate({ centerId, personId, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      <TextAreaField
        label={t('Note')}
        hint={t(
          'The office sees the note here and next to this person’s classes in the scheduler. Devices never show it.',
        )}
        required={false}
        rows={5}
        maxLength={longest.note}
        value={draft.notes}
        onChange={(text) => set({ notes: text })}
      />
    </EditSheet>
  )
}
