import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { type ClassEntry, schedules } from '#features/schedule/api.ts'
import { fullName } from '#shared/full-name.ts'
import { clock } from '#shared/day-text.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Form } from '#ui/Form.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { classroom } from './api.ts'
import { useToday } from './ClassList.tsx'
import style from './Classroom.module.css'
import { type Seat, seatWords } from './rules.ts'
import { type TakenSeat, takeSeat } from './use-seat.ts'

type Person = { _id: string; firstName: string; lastName: string; seat: Seat }
type TeacherPickerProps = {
  centerId: string
  entry: ClassEntry
  onBack: () => void
  onBegin: (taken: TakenSeat) => void
}

/**
 * Returns the teachers and assistants scheduled for the class today, everybody else at the center who teaches
 * or assists, and whether a PIN is required.
 */
function useWho(centerId: string, classId: string) {
  const { data: center } = useToday(centerId)
  const people = useQuery(read(classroom.people, { centerId }))
  const day = useQuery({
    ...read(schedules.day, { centerId, scheduleId: center?.today ?? '' }),
    enabled: center !== undefined,
  })
  const entry = day.data?.schedules.find(({ id }) => id === classId)
  const planned = new Set<string>()
  for (const each of [entry?.teacher, entry?.substitute]) if (each) planned.add(`teachers ${each.id}`)
  for (const { id } of [...(entry?.assistants ?? []), ...(day.data?.ta ?? [])]) planned.add(`tas ${id}`)
  const all: Person[] = (['teachers', 'tas'] as const).flatMap((seat) =>
    (people.data?.[seat] ?? []).map((each) => ({ ...each, seat })),
  )
  const isPlanned = ({ seat, _id }: Person) => planned.has(`${seat} ${_id}`)
  return {
    people,
    listed: all.filter(isPlanned),
    others: all.filter((each) => !isPlanned(each)),
    pin: people.data?.pin ?? false,
  }
}

/**
 * Asks who is using this device. Shows the scheduled people first, and everybody else under "Not listed". If
 * the center has a classroom PIN, the chosen person must enter it.
 */
export function TeacherPicker({ centerId, entry, onBack, onBegin }: TeacherPickerProps) {
  const { people, listed, others, pin } = useWho(centerId, entry.id)
  const [all, setAll] = useState(false)
  const [asked, setAsked] = useState<Person | null>(null)
  const begin = useSend(classroom.begin, {
    onSuccess: ({ _id }, { seat }) => {
      takeSeat({ userId: _id, seat })
      onBegin({ userId: _id, seat })
    },
    onError: (error) => {
      if (!(error instanceof Problem && ['wrong_pin', 'pin_blocked'].includes(error.code)))
        toast(sentenceFor(error), 'error')
    },
  })
  const choose = (person: Person, typed?: string) =>
    begin.mutate({
      centerId,
      userId: person._id,
      seat: person.seat,
      ...(typed !== undefined && { pin: typed }),
    })
  const press = (person: Person) => (pin ? setAsked(person) : choose(person))
  const { name, time, endTime } = entry
  const shown = all || listed.length === 0 ? [...listed, ...others] : listed
  return (
    <>
      <div className={style.back}>
        <button type="button" onClick={onBack}>
          <ArrowLeft aria-hidden /> {t('All classes')}
        </button>
      </div>
      <h1>
        {t('Who’s teaching?')}{' '}
        <small data-figures>
          {name},{' '}
          <span className="nowrap">
            {clock(time)}–{clock(endTime)}
          </span>
        </small>
      </h1>
      {!people.data && <QueryState query={people} of={t('the names')} lines={3} height="4.5rem" />}
      <People people={shown} onPress={press} />
      {shown.length === listed.length && others.length > 0 && (
        <div className={style.more}>
          <Button kind="quiet" onClick={() => setAll(true)}>
            {t('Not listed')}
          </Button>
        </div>
      )}
      {asked && (
        <PinDialog
          name={fullName(asked)}
          busy={begin.isPending}
          error={begin.error ? sentenceFor(begin.error) : null}
          onGive={(typed) => choose(asked, typed)}
          onClose={() => {
            begin.reset()
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

type PeopleProps = { people: readonly Person[]; onPress: (person: Person) => void }

const People = ({ people, onPress }: PeopleProps) => (
  <ul className="grid gap-3">
    {people.map((person) => (
      <li key={`${person.seat} ${person._id}`}>
        <button
          type="button"
          className={`${style.who} cluster middle apart pad-3-4 breakable surface ink wide no-underline`}
          onClick={() => onPress(person)}
        >
          <strong>{fullName(person)}</strong>
          <span>{t(seatWords[person.seat])}</span>
        </button>
      </li>
    ))}
  </ul>
)

type PinDialogProps = {
  name: string
  busy: boolean
  error: string | null
  onGive: (pin: string) => void
  onClose: () => void
}

function PinDialog({ name, busy, error, onGive, onClose }: PinDialogProps) {
  const [pin, setPin] = useState('')
  return (
    <Dialog open title={t('PIN for {name}', { name })} onClose={onClose}>
      <Form
        className="grid gap-4"
        onSubmit={() => {
          if (!busy) onGive(pin)
        }}
      >
        <TextField
          label={t('Classroom PIN')}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9]{4,6}"
          title={t('Enter 4 to 6 digits.')}
          maxLength={6}
          value={pin}
          error={error}
          onChange={setPin}
        />
        <Button kind="primary" type="submit" busy={busy}>
          {t('Start')}
        </Button>
      </Form>
    </Dialog>
  )
}
