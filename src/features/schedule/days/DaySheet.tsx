import { MultiSelect, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { people } from '#features/accounts/people/api.ts'
import { type ClassEntry, type Schedule, schedules } from '#features/schedule/api.ts'
import { taughtBy } from '#features/schedule/rules.ts'
import { clock, dayInWords } from '#shared/days.ts'
import { longest, plain } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { days } from './api.ts'
import { clashOf } from './rules.ts'
import style from './Days.module.css'

type Duty = 'teacher' | 'assistant'

/** Who of the staff can be chosen for one of these duties, as options by name. */
function useStaff(centerId: string, duties: readonly Duty[]) {
  const { data = [] } = useQuery(read(people.staff, { centerId }))
  return data
    .filter((member) => member.duties.some((duty) => (duties as readonly string[]).includes(duty)))
    .map(({ _id, firstName, lastName }) => ({ value: _id, label: plain(`${firstName} ${lastName}`.trim()) }))
}

/** The write of a day's facts: what shows days is read again. */
function useDayChange({ said, onClose }: { said: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const send = useSend(days.change, {
    onSuccess: () => {
      for (const { path } of [schedules.day, days.list]) void queries.invalidateQueries({ queryKey: [path] })
      snack(said)
      onClose()
    },
    onError: setError,
  })
  return { send, error }
}

type AssistantsProps = { centerId: string; label: string; value: string[]; onChange: (ids: string[]) => void }

function Assistants({ centerId, label, value, onChange }: AssistantsProps) {
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'Nobody' : undefined}
      data={useStaff(centerId, ['assistant', 'teacher'])}
      value={value}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="Nobody of the staff has this name"
    />
  )
}

const meets = [
  { value: 'meets', label: 'Meets' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

/** What the fields say now, from the class as it is that day. */
const fieldsOf = ({ substitute, assistants, note, cancelled }: ClassEntry) => ({
  substituteId: substitute?.id ?? null,
  assistants: assistants.map(({ id }) => id),
  note: plain(note),
  state: cancelled ? ('cancelled' as const) : ('meets' as const),
  reason: cancelled ? plain(cancelled.reason) : '',
})

type SubstituteProps = {
  centerId: string
  schedule: Schedule
  entry: ClassEntry
  value: string | null
  onChange: (id: string | null) => void
}

/** Who teaches instead; who teaches elsewhere at that time can, and it is said. */
function Substitute({ centerId, schedule, entry, value, onChange }: SubstituteProps) {
  const teachers = useStaff(centerId, ['teacher']).filter((one) => one.value !== entry.teacher?.id)
  const clash = value ? clashOf(schedule.schedules, entry, value) : undefined
  const usual = taughtBy({ ...entry, substitute: null })
  return (
    <Select
      label="Substitute"
      description={clash && `Teaches ${plain(clash.name)} at ${clock(clash.time)} too.`}
      placeholder={usual ? `Nobody: ${plain(usual)} teaches` : 'Nobody'}
      data={teachers}
      value={value}
      onChange={onChange}
      searchable
      clearable
      nothingFoundMessage="No teacher has this name"
    />
  )
}

/** The class as somebody else has left it meanwhile. */
function Now({ entry }: { entry: ClassEntry }) {
  const { cancelled, note, assistants } = entry
  const facts = [
    plain(taughtBy(entry) ?? 'No teacher'),
    assistants.length > 0 && `with ${assistants.map(({ firstName }) => plain(firstName)).join(', ')}`,
    cancelled && `cancelled: ${plain(cancelled.reason)}`,
    note && `note: ${plain(note)}`,
  ]
  return <p>It now reads: {facts.filter(Boolean).join('; ')}. Saving again replaces that.</p>
}

type DaySheetProps = { centerId: string; schedule: Schedule; entry: ClassEntry; onClose: () => void }

/** One class on one day: who substitutes and assists, what to note, whether it is cancelled and why. The class itself stays as it is. */
export function DaySheet({ centerId, schedule, entry, onClose }: DaySheetProps) {
  // A colleague's change meanwhile must not pass for seen.
  const [opened] = useState(entry)
  const [fields, setFields] = useState(() => fieldsOf(entry))
  const set = (changed: Partial<typeof fields>) => setFields((old) => ({ ...old, ...changed }))
  const { send, error } = useDayChange({ said: `${plain(entry.name)}: ${dayInWords(schedule.date)} is saved.`, onClose })
  const now = currentOf<Schedule>(error)?.schedules.find(({ id }) => id === entry.id)
  const { substituteId, assistants, note, state, reason } = fields
  const cancel = state === 'cancelled' ? { reason } : null
  return (
    <EditSheet
      title={`${plain(entry.name)}, ${dayInWords(schedule.date)}`}
      save="Save"
      busy={send.isPending}
      error={error}
      onSave={() =>
        send.mutate({
          centerId,
          scheduleId: schedule.date,
          classes: [{ classId: entry.id, substituteId, assistants, note, cancel }],
          ifMatch: (now ?? opened).version,
        })
      }
      onClose={onClose}
    >
      <p className={style.quiet}>This is true of this day alone. Every other day stays as it is.</p>
      <Substitute centerId={centerId} schedule={schedule} entry={entry} value={substituteId} onChange={(id) => set({ substituteId: id })} />
      <Assistants centerId={centerId} label="Assistants" value={assistants} onChange={(ids) => set({ assistants: ids })} />
      <Field label="Note of the day" required={false}>
        {(wiring) => (
          <textarea {...wiring} rows={3} maxLength={longest.note} value={note} onChange={({ target }) => set({ note: target.value })} />
        )}
      </Field>
      <Segments label="Does the class meet?" segments={[...meets]} value={state} onChange={(chosen) => set({ state: chosen })} />
      {state === 'cancelled' && (
        <TextField
          label="Reason"
          hint="Staff see it on the class and its roll."
          value={reason}
          onChange={(text) => set({ reason: text })}
          maxLength={longest.name}
        />
      )}
      {now && <Now entry={now} />}
    </EditSheet>
  )
}

/** Who assists on a day wherever they are needed. */
export function HelpSheet({ centerId, schedule, onClose }: { centerId: string; schedule: Schedule; onClose: () => void }) {
  const [ta, setTa] = useState(() => schedule.ta.map(({ id }) => id))
  const { send, error } = useDayChange({ said: `The assistants of ${dayInWords(schedule.date)} are saved.`, onClose })
  return (
    <EditSheet
      title={`Assistants, ${dayInWords(schedule.date)}`}
      save="Save"
      busy={send.isPending}
      error={error}
      onSave={() => send.mutate({ centerId, scheduleId: schedule.date, ta })}
      onClose={onClose}
    >
      <p className={style.quiet}>They help wherever they are needed on this day. Who helps in one class is said on the class.</p>
      <Assistants centerId={centerId} label="Assistants of the day" value={ta} onChange={setTa} />
    </EditSheet>
  )
}
