import { Subject } from '#features/centers/rules.ts'
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
  const { draft, set, seen, error, fail, differences } = useEdit(course, {
    draftOf,
    words: { name: 'Name', subject: 'Subject' },
  })
  const changed = useMaterialChange()
  const options = {
    onSuccess: (after: Course) => {
      void changed()
      toast(course ? 'Course saved.' : `Course ${after.name} created.`)
      onClose()
    },
    onError: fail,
  }
  const add = useSend(material.addCourse, options)
  const change = useSend(material.changeCourse, options)
  const save = () =>
    seen ? change.mutate({ id: seen._id, ...draft, ifMatch: seen.version }) : add.mutate(draft)
  return (
    <EditSheet
      title={course ? 'Change course' : 'New course'}
      save={course ? 'Save' : 'Create course'}
      busy={add.isPending || change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={longest.name}
        autoFocus
      />
      <Field label="Subject">
        {(wiring) => (
          <select
            {...wiring}
            value={draft.subject}
            onChange={({ target }) => set({ subject: Subject.parse(target.value) })}
          >
            {Subject.options.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
    </EditSheet>
  )
}
