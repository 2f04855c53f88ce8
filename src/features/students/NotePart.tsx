import { useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { longest } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Form } from '#ui/Form.tsx'
import { Versions } from '#ui/Versions.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { students, type StudentProfile, type Wording } from './api.ts'
import { Part } from './Part.tsx'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'

/** Staff-only note about a student, with its earlier versions. */
export function NotePart({ centerId, student }: { centerId: string; student: StudentProfile }) {
  const stored = student.info.note
  const { draft, type, drop, save } = useNote(student)
  const now =
    save.error instanceof Problem && save.error.status === 412
      ? (save.error.more.current as StudentProfile)
      : null
  const isChanged = draft !== null && draft.text.trim() !== stored
  return (
    <Part title="About">
      <Form
        className={`${style.note} stack top gap-3`}
        onSubmit={() => {
          if (isChanged)
            save.mutate({
              centerId,
              studentId: student._id,
              note: draft.text,
              ifMatch: now?.version ?? draft.seen,
            })
        }}
      >
        <Field
          label="Note"
          hint="Only center staff can see it."
          required={false}
          error={save.error && isChanged ? sentenceFor(save.error) : null}
        >
          {(wiring) => (
            <textarea
              {...wiring}
              rows={3}
              maxLength={longest.note}
              value={draft?.text ?? stored}
              onChange={({ target }) => type(target.value)}
            />
          )}
        </Field>
        {now && isChanged && (
          <BothNotes mine={draft.text} stored={now.info.note} onTakeStored={() => void drop()} />
        )}
        {isChanged && (
          <Button type="submit" kind="primary" busy={save.isPending}>
            Save note
          </Button>
        )}
      </Form>
      <Before wordings={student.noteBefore} />
    </Part>
  )
}

/**
 * Draft of the note and its saving. A draft remembers the version it started from. Without a draft, the
 * stored note shows.
 */
function useNote({ version }: StudentProfile) {
  const [draft, setDraft] = useState<{ text: string; seen: number } | null>(null)
  const changed = useStudentChange()
  const save = useSend(students.change, {
    onSuccess: async (after, { note }) => {
      await changed()
      // Text typed while saving still has to be saved.
      setDraft((typed) => (typed && typed.text !== note ? { ...typed, seen: after.version } : null))
      toast('Note saved.')
    },
    onError: () => {},
  })
  return {
    draft,
    save,
    type: (text: string) => setDraft((typed) => ({ text, seen: typed?.seen ?? version })),
    drop: async () => {
      await changed()
      save.reset()
      setDraft(null)
    },
  }
}

type BothNotesProps = { mine: string; stored: string; onTakeStored: () => void }

const BothNotes = ({ mine, stored, onTakeStored }: BothNotesProps) => (
  <Versions
    differences={[
      {
        label: 'Note',
        mine,
        stored,
        chosen: 'mine',
        choose: (which) => {
          if (which === 'stored') onTakeStored()
        },
      },
    ]}
  />
)

function Before({ wordings }: { wordings: Wording[] }) {
  const { moment } = useClock()
  if (wordings.length === 0) return null
  return (
    <details className={style.words}>
      <summary>Earlier versions</summary>
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
