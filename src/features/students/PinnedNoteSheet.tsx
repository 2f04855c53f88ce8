import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { students, type StudentProfile, type Wording } from './api.ts'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'

type PinnedNoteSheetProps = { centerId: string; student: StudentProfile; onClose: () => void }

/** Sheet for the note pinned above a student's other notes (`info.note`), with its earlier versions. */
export function PinnedNoteSheet({ centerId, student, onClose }: PinnedNoteSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(student, {
    draftOf: ({ info }) => ({ note: info.note }),
    words: { note: t('Note') },
  })
  const changed = useStudentChange()
  const change = useSend(students.change, {
    onSuccess: () => {
      toast(t('Note saved.'))
      void changed()
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Pinned note')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={() => change.mutate({ centerId, studentId: base._id, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      <TextAreaField
        label={t('Note')}
        hint={t('Stays at the top. Only center staff can see it. Leave empty to unpin.')}
        required={false}
        rows={6}
        maxLength={longest.note}
        value={draft.note}
        onChange={(text) => set({ note: text })}
      />
      <PreviousWordings wordings={student.noteBefore} />
    </EditSheet>
  )
}

function PreviousWordings({ wordings }: { wordings: Wording[] }) {
  const { moment } = useClock()
  if (wordings.length === 0) return null
  return (
    <details>
      <summary>{t('Earlier versions')}</summary>
      <ol className={`${style.before} bullets grid gap-2`}>
        {wordings.map(({ id, msg, recordBy, date }) => (
          <li key={id}>
            <p>{msg}</p>
            <small>
              {recordBy}, {moment(date)}
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}
