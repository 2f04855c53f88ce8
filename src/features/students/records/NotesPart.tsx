import { useState } from 'react'
import { Part } from '#features/students/Part.tsx'
import { counted, longest } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import { Form } from '#ui/Form.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { records, type Note } from './api.ts'
import { NoteSheet } from './NoteSheet.tsx'
import { useRecordChange } from './use-record-change.ts'
import style from './Records.module.css'

type Whose = { centerId: string; studentId: string }

/** Colleagues' notes about a student, newest first, for staff of the center only. */
export function NotesPart({ notes, ...whose }: Whose & { notes: readonly Note[] }) {
  const [changing, setChanging] = useState<Note | null>(null)
  const hidden = notes.filter(({ active }) => !active)
  return (
    <Part title="Notes">
      <div className={`${style.inside} stack gap-3`}>
        <NewNote {...whose} />
        <NoteList {...whose} notes={notes.filter(({ active }) => active)} onChange={setChanging} />
        {hidden.length > 0 && (
          <details>
            <summary>{counted(hidden.length, 'hidden note')}</summary>
            <NoteList {...whose} notes={hidden} onChange={setChanging} />
          </details>
        )}
      </div>
      {changing && <NoteSheet {...whose} note={changing} onClose={() => setChanging(null)} />}
    </Part>
  )
}

function NewNote(whose: Whose) {
  const [msg, setMsg] = useState('')
  const changed = useRecordChange()
  const add = useSend(records.addNote, {
    onSuccess: () => {
      setMsg('')
      toast('Note added.')
      void changed()
    },
    onError: () => {},
  })
  return (
    <Form
      className={`${style.new} stack top gap-3`}
      onSubmit={() => {
        if (msg.trim() && !add.isPending) add.mutate({ ...whose, msg })
      }}
    >
      <Field
        label="New note"
        hint="Only center staff can see it."
        required={false}
        error={add.error ? sentenceFor(add.error) : null}
      >
        {(wiring) => (
          <textarea
            {...wiring}
            rows={2}
            maxLength={longest.note}
            value={msg}
            onChange={({ target }) => setMsg(target.value)}
          />
        )}
      </Field>
      {msg.trim() && (
        <Button type="submit" kind="primary" busy={add.isPending}>
          Add note
        </Button>
      )}
    </Form>
  )
}

type NoteListProps = Whose & { notes: readonly Note[]; onChange: (note: Note) => void }

function NoteList({ notes, onChange, ...whose }: NoteListProps) {
  return (
    <ul className={`${style.notes} grid gap-3 breakable`}>
      {notes.map((note) => (
        <NoteRow key={note.id} {...whose} note={note} onChange={() => onChange(note)} />
      ))}
    </ul>
  )
}

function NoteRow({ note, onChange, ...whose }: Whose & { note: Note; onChange: () => void }) {
  const { moment } = useClock()
  const changed = useRecordChange()
  const show = useSend(records.changeNote, {
    onSuccess: ({ active }) => {
      toast(active ? 'Note shown again.' : 'Note hidden.')
      void changed()
    },
    onError: (error) => {
      toast(sentenceFor(error), 'error')
      void changed()
    },
  })
  const { id, msg, active, version, recordBy, date } = note
  const beginning = msg.slice(0, 40)
  return (
    <li>
      <p>{msg}</p>
      <small data-figures>
        {recordBy}, {moment(date)}
      </small>
      <span>
        {active && (
          <Button kind="quiet" aria-label={`Change note: ${beginning}`} onClick={onChange}>
            Change
          </Button>
        )}
        <Button
          kind="quiet"
          busy={show.isPending}
          aria-label={`${active ? 'Hide' : 'Show'} note: ${beginning}`}
          onClick={() => show.mutate({ ...whose, noteId: id, active: !active, ifMatch: version })}
        >
          {active ? 'Hide' : 'Show'}
        </Button>
      </span>
    </li>
  )
}
