import { useState } from 'react'
import { instantInWords } from '#shared/days.ts'
import { Problem } from '#shared/problem.ts'
import { longest, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Versions } from '#ui/Versions.tsx'
import { useSend } from '#web/api.ts'
import { sentenceFor, snack } from '#web/snack.tsx'
import { students, type StudentProfile, type Wording } from './api.ts'
import { Part } from './Part.tsx'
import { useStudentChange } from './use-student-change.ts'
import style from './Students.module.css'

/** The note about a student, for staff only, and what it said before. */
export function NotePart({ centerId, student }: { centerId: string; student: StudentProfile }) {
  const stored = plain(student.info.note)
  // Null while nothing is typed, so that a colleague's wording shows.
  const [draft, setDraft] = useState<string | null>(null)
  const changed = useStudentChange()
  const save = useSend(students.change, {
    onSuccess: async (_, { note }) => {
      await changed()
      // What was typed meanwhile is still to be saved.
      setDraft((typed) => (typed === note ? null : typed))
      snack('Note saved.')
    },
    onError: () => {},
  })
  const now = save.error instanceof Problem && save.error.status === 412 ? (save.error.more.current as StudentProfile) : null
  const isChanged = draft !== null && draft.trim() !== stored
  const { version } = now ?? student
  const takeStored = async () => {
    await changed()
    save.reset()
    setDraft(null)
  }
  return (
    <Part title="About">
      <form
        className={style.note}
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged) save.mutate({ centerId, studentId: student._id, note: draft, ifMatch: version })
        }}
      >
        <Field
          label="Note"
          hint="Only staff of the centre see it."
          required={false}
          error={save.error && isChanged ? sentenceFor(save.error) : null}
        >
          {(wiring) => (
            <textarea
              {...wiring}
              rows={3}
              maxLength={longest.note}
              value={draft ?? stored}
              onChange={({ target }) => setDraft(target.value)}
            />
          )}
        </Field>
        {now && isChanged && (
          <Versions
            differences={[
              {
                label: 'Note',
                mine: draft,
                stored: plain(now.info.note),
                chosen: 'mine',
                choose: (which) => void (which === 'stored' && takeStored()),
              },
            ]}
          />
        )}
        {isChanged && (
          <Button type="submit" kind="primary" busy={save.isPending}>
            Save note
          </Button>
        )}
      </form>
      <Before wordings={student.noteBefore} />
    </Part>
  )
}

function Before({ wordings }: { wordings: Wording[] }) {
  if (wordings.length === 0) return null
  return (
    <details className={style.words}>
      <summary>What it said before</summary>
      <ol className={style.before}>
        {wordings.map(({ id, msg, recordBy, date }) => (
          <li key={id}>
            <p>{plain(msg)}</p>
            <small>
              {plain(recordBy)}, {instantInWords(date)}
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}
