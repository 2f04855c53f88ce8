import { MultiSelect, Select } from '@mantine/core'
import { useState } from 'react'
import type { Center } from '#features/centers/api.ts'
import { zoneOptions } from '#features/centers/CenterSheet.tsx'
import { MakeupRule, makeupWords } from '#features/centers/rules.ts'
import { Subject } from '#features/schedule/rules.ts'
import type { AskOf } from '#shared/contract.ts'
import { plain } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { settings } from './api.ts'
import { useCenterChange } from './use-center-change.ts'

type Said = Omit<AskOf<typeof settings.change>, 'centerId'>

/** Saves settings of a centre; saving again after somebody else did is meant (412). */
function useSaving(center: Center, onClose: () => void) {
  const [error, setError] = useState<Error | null>(null)
  const changed = useCenterChange()
  const send = useSend(settings.change, {
    onSuccess: () => {
      changed()
      snack('Settings saved.')
      onClose()
    },
    onError: setError,
  })
  const now = currentOf<Center>(error)
  const save = (said: Said) => send.mutate({ centerId: center._id, ...said, ifMatch: (now ?? center).version })
  return { save, busy: send.isPending, error, now }
}

type SheetProps = { center: Center; onClose: () => void }

/** Where a centre is and what it teaches. */
export function CenterFieldsSheet({ center, onClose }: SheetProps) {
  const { address, city, state, zip, timeZone, subjects } = center
  const [fields, setFields] = useState({
    address: plain(address),
    city: plain(city),
    state: plain(state),
    zip: plain(zip),
    timeZone,
    subjects,
  })
  const set = (name: keyof typeof fields) => (value: string) => setFields((old) => ({ ...old, [name]: value }))
  const { save, busy, error, now } = useSaving(center, onClose)
  return (
    <EditSheet title="Centre" save="Save" busy={busy} error={error} onSave={() => save(fields)} onClose={onClose}>
      <TextField label="Address" value={fields.address} onChange={set('address')} maxLength={200} required={false} data-autofocus />
      <TextField label="City" value={fields.city} onChange={set('city')} maxLength={100} required={false} />
      <TextField label="State" value={fields.state} onChange={set('state')} maxLength={50} required={false} />
      <TextField label="ZIP code" value={fields.zip} onChange={set('zip')} maxLength={20} required={false} />
      <Select
        label="Time zone"
        description="It decides what day and time it is at the centre."
        data={zoneOptions}
        value={fields.timeZone}
        onChange={(zone) => zone && set('timeZone')(zone)}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such time zone"
      />
      <MultiSelect
        label="Subjects"
        data={Subject.options}
        value={fields.subjects}
        onChange={(chosen) => setFields((old) => ({ ...old, subjects: Subject.options.filter((each) => chosen.includes(each)) }))}
      />
      {now && (
        <p>
          It now reads: {plain([now.address, now.city, now.state, now.zip].filter(Boolean).join(', '))}; {now.timeZone};{' '}
          {now.subjects.join(', ')}. Saving again replaces that.
        </p>
      )}
    </EditSheet>
  )
}

const number = { type: 'number', inputMode: 'numeric', step: 1 } as const

/** When a missed class gives a make-up, and for how long (product §3). */
export function MakeupSheet({ center, onClose }: SheetProps) {
  const [makeupRule, setRule] = useState(center.makeupRule)
  const [noticeHours, setHours] = useState(String(center.noticeHours))
  const [creditDays, setDays] = useState(String(center.creditDays))
  const { save, busy, error, now } = useSaving(center, onClose)
  return (
    <EditSheet
      title="Make-ups"
      save="Save"
      busy={busy}
      error={error}
      onSave={() => save({ makeupRule, noticeHours: Number(noticeHours), creditDays: Number(creditDays) })}
      onClose={onClose}
    >
      <Field label="A missed class gives a make-up" hint="What was given stays.">
        {(wiring) => (
          <select {...wiring} value={makeupRule} onChange={({ target }) => setRule(MakeupRule.parse(target.value))}>
            {MakeupRule.options.map((rule) => (
              <option key={rule} value={rule}>
                {makeupWords[rule]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField {...number} label="Told of in time: hours before the class" min={0} max={336} value={noticeHours} onChange={setHours} />
      <TextField {...number} label="A credit lasts: days" min={1} max={730} value={creditDays} onChange={setDays} />
      {now && (
        <p>
          It now reads: {makeupWords[now.makeupRule]}, {now.noticeHours} hours, {now.creditDays} days. Saving again replaces that.
        </p>
      )}
    </EditSheet>
  )
}
