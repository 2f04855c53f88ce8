import { Pin } from 'lucide-react'
import { useState } from 'react'
import type { StudentProfile } from '../api.ts'
import { Part } from '../Part.tsx'
import { counted, longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import { Form } from '#ui/Form.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { records, type Note } from './api.ts'
import { useRecordChange } from './use-record-change.ts'
import style from './Records.module.css'
import { later } from '#web/later.tsx'

const PinnedNoteSheet = later(() => import('../PinnedNoteSheet.tsx').then((part) => part.PinnedNoteSheet))
const NoteSheet = later(() => import('./NoteSheet.tsx').then((part) => part.NoteSheet))

type StudentRef = { centerId: string; studentId: string }

/** Notes about a student, only for the center's staff: the pinned one, then the others, newest first. */
export function NotesPart({ centerId, student }: { centerId: string; student: StudentProfile }) {
  const [changing, setChanging] = useState<Note | 'pinned' | null>(null)
  const { _id: studentId, info, notes } = student
  const studentRef = { centerId, studentId }
  const hidden = notes.filter(({ active }) => !active)
  const pin = () => setChanging('pinned')
  return (
    <Part
      title={t('Notes')}
      action={
        info.note === '' && (
          <Button changes kind="quiet" icon={<Pin aria-hidden />} onClick={pin}>
            {t('Pin a note')}
          </Button>
        )
      }
    >
      <div className={`${style.inside} stack gap-3`}>
        {info.note !== '' && <PinnedNote note={info.note} onChange={pin} />}
        <NewNote {...studentRef} />
        <NoteList {...studentRef} notes={notes.filter(({ active }) => active)} onChange={setChanging} />
        {hidden.length > 0 && (
          <details>
            <summary>{counted(hidden.length, 'hidden note')}</summary>
            <NoteList {...studentRef} notes={hidden} onChange={setChanging} />
          </details>
        )}
      </div>
      {changing === 'pinned' && (
        <PinnedNoteSheet centerId={centerId} student={student} onClose={() => setChanging(null)} />
      )}
      {changing && changing !== 'pinned' && (
        <NoteSheet {...studentRef} note={changing} onClose={() => setChanging(null)} />
      )}
    </Part>
  )
}

function PinnedNote({ note, onChange }: { note: string; onChange: () => void }) {
  return (
    <div className={`${style.pinned} row top gap-3 pad-3 info-ground rounded breakable`}>
      <Pin size={18} aria-hidden />
      <p className="grow">
        <span className="visually-hidden">{t('Pinned note:')} </span>
        {note}
      </p>
      <Button changes kind="quiet" aria-label={t('Change the pinned note')} onClick={onChange}>
        {t('Change')}
      </Button>
    </div>
  )
}

function NewNote(props: StudentRef) {
  const [msg, setMsg] = useState('')
  const changed = useRecordChange()
  const add = useSend(records.addNote, {
    onSuccess: () => {
      setMsg('')
      toast(t('Note added.'))
      void changed()
    },
    onError: () => {},
  })
  return (
    <Form
      className={`${style.new} stack top gap-3`}
      onSubmit={() => {
        if (msg.trim() && !add.isPending) add.mutate({ ...props, msg })
      }}
    >
      <TextAreaField
        label={t('New note')}
        hint={t('Only center staff can see it.')}
        required={false}
        error={add.error ? sentenceFor(add.error) : null}
        rows={2}
        maxLength={longest.note}
        value={msg}
        onChange={setMsg}
      />
      {msg.trim() && (
        <Button type="submit" kind="primary" busy={add.isPending}>
          {t('Add note')}
        </Button>
      )}
    </Form>
  )
}

type NoteListProps = StudentRef & { notes: readonly Note[]; onChange: (note: Note) => void }

function NoteList({ notes, onChange, ...studentRef }: NoteListProps) {
  return (
    <ul className={`${style.notes} grid gap-3 breakable`}>
      {notes.map((note) => (
        <NoteRow key={note.id} {...studentRef} note={note} onChange={() => onChange(note)} />
      ))}
    </ul>
  )
}

function NoteRow({ note, onChange, ...studentRef }: StudentRef & { note: Note; onChange: () => void }) {
  const { moment } = useClock()
  const changed = useRecordChange()
  const show = useSend(records.changeNote, {
    onSuccess: ({ active }) => {
      toast(t(active ? 'Note shown again.' : 'Note hidden.'))
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
          <Button
            changes
            kind="quiet"
            aria-label={t('Edit note: {beginning}', { beginning })}
            onClick={onChange}
          >
            {t('Edit')}
          </Button>
        )}
        <Button
          kind="quiet"
          busy={show.isPending}
          aria-label={
            active ? t('Hide note: {beginning}', { beginning }) : t('Show note: {beginning}', { beginning })
          }
          onClick={() => show.mutate({ ...studentRef, noteId: id, active: !active, ifMatch: version })}
        >
          {t(active ? 'Hide' : 'Show')}
        </Button>
      </span>
    </li>
  )
}
