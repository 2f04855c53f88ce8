import { Subject } from '#features/centers/rules.ts'
import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { material, type Course } from './api.ts'
import { useMaterialChange } from './use-material-change.ts'

const draftOf = (course: Course | null) => ({
  name: course?.name ?? '',
  subject: course?.subject ?? ('Math' as const),
})

/** Form to create a course, or to change the given one. */
export function CourseSheet({ course, onClose }: { course: Course | null; onClose: () => void }) {
  const { draft, set, base, error, fail, differences } = useEdit(course, {
    draftOf,
    words: { name: t('Name'), subject: [t('Subject'), (subject) => t(subject)] },
  })
  const changed = useMaterialChange()
  const options = {
    onSuccess: (after: Course) => {
      void changed()
      toast(course ? t('Course saved.') : t('Course {name} created.', after))
      onClose()
    },
    onError: fail,
  }
  const add = useSend(material.addCourse, options)
  const change = useSend(material.changeCourse, options)
  const save = () =>
    base ? change.mutate({ id: base._id, ...draft, ifMatch: base.version }) : add.mutate(draft)
  return (
    <EditSheet
      title={course ? t('Change course') : t('New course')}
      save={course ? t('Save') : t('Create course')}
      busy={add.isPending || change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={longest.name}
        autoFocus
      />
      <Field label={t('Subject')}>
        {(wiring) => (
          <select
            {...wiring}
            value={draft.subject}
            onChange={({ target }) => set({ subject: Subject.parse(target.value) })}
          >
            {Subject.options.map((each) => (
              <option key={each} value={each}>
                {t(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </EditSheet>
  )
}
