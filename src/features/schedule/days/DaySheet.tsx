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

type DaySheetProps = { centerId: string; schedule: Schedule; entry: ClassEntry; onClose: () => void }

/** One class on one day: who substitutes and assists, what to note, whether it is cancelled and why. The class itself stays as it is. */
export function DaySheet({ centerId, schedule, entry, onClose }: DaySheetProps) {
  const [fields, setFields] = useState(() => fieldsOf(entry))
  const set = (changed: Partial<typeof fields>) => setFields((old) => ({ ...old, ...changed }))
  const { send, error } = useDayChange({ said: `${plain(entry.name)}: ${dayInWords(schedule.date)} is saved.`, onClose })
  const now = currentOf<Schedule>(error)?.schedules.find(({ id }) => id === entry.id)
  const { substituteId, assistants, note, state, reason } = fields
  const cancel = state === 'cancelled' ? { reason } : null
  const teachers = useStaff(centerId, ['teacher']).filter(({ value }) => value !== entry.teacher?.id)
  const clash = substituteId ? clashOf(schedule.schedules, entry, substituteId) : undefined
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
          ifMatch: (now ?? entry).version,
        })
      }
      onClose={onClose}
    >
      <p className={style.quiet}>This is true of this day alone. Every other day stays as it is.</p>
      <Select
        label="Substitute"
        description={clash && `Teaches ${plain(clash.name)} at ${clock(clash.time)} too.`}
        placeholder={entry.teacher ? `Nobody: ${plain(taughtBy({ ...entry, substitute: null }) ?? '')} teaches` : 'Nobody'}
        data={teachers}
        value={substituteId}
        onChange={(id) => set({ substituteId: id })}
        searchable
        clearable
        nothingFoundMessage="No teacher has this name"
      />
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
      {now && (
        <p>
          It now reads: {plain(taughtBy(now) ?? 'No teacher')}
          {now.cancelled && `, cancelled: ${plain(now.cancelled.reason)}`}
          {now.note && `, note: ${plain(now.note)}`}. Saving again replaces that.
        </p>
      )}
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
