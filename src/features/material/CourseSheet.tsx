import { useState } from 'react'
import { Subject } from '#features/schedule/rules.ts'
import { longest, plain } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { material, type Course } from './api.ts'
import { useMaterialChange } from './use-material-change.ts'

/** Makes a course, or changes the given one. */
export function CourseSheet({ course, onClose }: { course: Course | null; onClose: () => void }) {
  const [name, setName] = useState(course ? plain(course.name) : '')
  const [subject, setSubject] = useState<Course['subject']>(course?.subject ?? 'Math')
  const [error, setError] = useState<Error | null>(null)
  const changed = useMaterialChange()
  const options = {
    onSuccess: (after: Course) => {
      void changed()
      snack(course ? 'Course saved.' : `Course ${plain(after.name)} created.`)
      onClose()
    },
    onError: setError,
  }
  const add = useSend(material.addCourse, options)
  const change = useSend(material.changeCourse, options)
  const now = currentOf<Course>(error)
  const save = () =>
    course ? change.mutate({ id: course._id, name, subject, ifMatch: (now ?? course).version }) : add.mutate({ name, subject })
  return (
    <EditSheet
      title={course ? 'Change course' : 'New course'}
      save={course ? 'Save' : 'Create course'}
      busy={add.isPending || change.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={longest.name} autoFocus />
      <Field label="Subject">
        {(wiring) => (
          <select {...wiring} value={subject} onChange={({ target }) => setSubject(Subject.parse(target.value))}>
            {Subject.options.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      {now && (
        <p>
          It now reads: <strong>{plain(now.name)}</strong>, {now.subject}. Saving again replaces that.
        </p>
      )}
    </EditSheet>
  )
}
