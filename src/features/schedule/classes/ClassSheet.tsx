import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clock, type Day, dayInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { dayWords } from '#features/students/rules.ts'
import { Problem } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { classes, type Changed, type Class, type Guest } from './api.ts'
import style from './Classes.module.css'
import { ClassFields } from './ClassFields.tsx'
import { changeInWords, nameOfTeacher } from './ClassNews.tsx'
import { changesIn, draftOf, emptyDraft, factNames, readDraft } from './rules.ts'

type ClassSheetProps = { centerId: string; today: Day; entry: Class | null; onEnd: (entry: Class) => void; onClose: () => void }

/** A class as its form has it. */
const knownOf = ({ teacher, name, notes, ...rest }: Class) => ({
  ...rest,
  name: plain(name),
  notes: plain(notes),
  teacherId: teacher?.id ?? null,
})

/** Closes the sheet after a change, and says what should be known about it. */
function useSaved(onClose: () => void) {
  const queries = useQueryClient()
  return ({ name, warnings }: Changed) => {
    void queries.invalidateQueries({ queryKey: [classes.list.path] })
    const [warning] = warnings
    snack(warning ? `${plain(name)} saved. ${warning.text}` : `${plain(name)} saved.`, warning ? 'warn' : 'success')
    onClose()
  }
}

/** Plans a class, or changes one: what recurs from a day on, the rest at once. */
export function ClassSheet({ entry, ...rest }: ClassSheetProps) {
  return entry ? <ChangeSheet entry={entry} {...rest} /> : <NewSheet {...rest} />
}

type SheetProps = Omit<ClassSheetProps, 'entry'>

function NewSheet({ centerId, today, onClose }: SheetProps) {
  const [draft, setDraft] = useState(emptyDraft)
  const [startDate, setStartDate] = useState(today)
  const [endDate, setEndDate] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const [isTried, setIsTried] = useState(false)
  const add = useSend(classes.add, { onSuccess: useSaved(onClose), onError: setError })
  const typed = readDraft(draft)
  const save = () => {
    setIsTried(true)
    if ('read' in typed) add.mutate({ centerId, ...typed.read, startDate, endDate: endDate || null })
  }
  return (
    <EditSheet title="New class" save="Plan class" busy={add.isPending} error={error} onSave={save} onClose={onClose}>
      <ClassFields
        centerId={centerId}
        draft={draft}
        teacher={null}
        errors={isTried && 'errors' in typed ? typed.errors : {}}
        onChange={setDraft}
      />
      <div className={style.pair}>
        <TextField label="First day" type="date" value={startDate} onChange={setStartDate} />
        <TextField label="Last day" type="date" min={startDate} value={endDate} onChange={setEndDate} required={false} />
      </div>
    </EditSheet>
  )
}

function ChangeSheet({ centerId, today, entry, onEnd, onClose }: SheetProps & { entry: Class }) {
  const before = knownOf(entry)
  const [draft, setDraft] = useState(draftOf(before))
  const [from, setFrom] = useState(today)
  const [error, setError] = useState<Error | null>(null)
  const [isTried, setIsTried] = useState(false)
  const change = useSend(classes.change, { onSuccess: useSaved(onClose), onError: setError })
  const typed = readDraft(draft)
  const { changes, fromDay } = 'read' in typed ? changesIn(before, typed.read) : { changes: {}, fromDay: false }
  const now = currentOf<Class>(error)
  const { version } = now ?? entry
  const send = (said: object) => change.mutate({ centerId, classId: entry.id, ...said, ifMatch: version })
  const save = () => {
    setIsTried(true)
    if (!('read' in typed)) return
    if (Object.keys(changes).length === 0) return onClose()
    send({ ...changes, ...(fromDay ? { from } : {}) })
  }
  const takeBack = ({ startDate }: NonNullable<Class['next']>) =>
    send({ ...Object.fromEntries(factNames.map((name) => [name, before[name]])), from: startDate })
  return (
    <EditSheet title="Change class" save="Save" busy={change.isPending} error={error} onSave={save} onClose={onClose}>
      {entry.next && (
        <div className={style.planned}>
          From {dayInWords(entry.next.startDate)}: {changeInWords(entry, entry.next)}
          <Button kind="quiet" busy={change.isPending} onClick={() => entry.next && takeBack(entry.next)}>
            Take it back
          </Button>
        </div>
      )}
      <ClassFields
        centerId={centerId}
        draft={draft}
        teacher={entry.teacher}
        errors={isTried && 'errors' in typed ? typed.errors : {}}
        onChange={setDraft}
      />
      {fromDay && (
        <TextField
          label="From which date"
          hint="The days before stay as they were."
          type="date"
          min={today}
          value={from}
          onChange={setFrom}
        />
      )}
      <Booked error={error} />
      {now && <Current now={now} />}
      <Button kind="quiet" onClick={() => onEnd(entry)}>
        End this class
      </Button>
    </EditSheet>
  )
}

/** Who stands in the way of another weekday. */
function Booked({ error }: { error: Error | null }) {
  if (!(error instanceof Problem) || error.code !== 'guests_booked') return null
  return (
    <ul className={style.guests} aria-label="Guests">
      {(error.more['guests'] as Guest[]).map(({ date, type, studentId, firstName, lastName }) => (
        <li key={`${date} ${studentId}`}>
          {plain(`${firstName} ${lastName}`)}, {type} on {dayInWords(date)}
        </li>
      ))}
    </ul>
  )
}

/** The class as a colleague has left it meanwhile; saving again is then meant. */
function Current({ now }: { now: Class }) {
  return (
    <p>
      It now reads: <strong>{plain(now.name)}</strong>, {dayWords[now.day]} {clock(now.time)}, {now.minutes} minutes, {now.maxSize} seats,{' '}
      {now.teacher ? nameOfTeacher(now.teacher) : 'no teacher'}. Saving again changes only what you changed.
    </p>
  )
}
