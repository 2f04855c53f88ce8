import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { clock } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { type Reminder, reminders } from './api.ts'
import { kindRules } from './sending-times.ts'
import style from './AutomaticPart.module.css'

/** Automatic messages of a center: a switch for each kind, when it is sent, and its text. */
export function AutomaticPart({ centerId }: { centerId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read(reminders.list, { centerId }))
  return (
    <div className="stack gap-3">
      <p className="quiet">
        {t(
          'Emails sent to families automatically. Each is sent once, between 8 AM and 8 PM. Parents can turn off any type of email.',
        )}
      </p>
      {data ? (
        <ul>
          {data.map((reminder) => (
            <ReminderRow key={reminder.kind} centerId={centerId} reminder={reminder} />
          ))}
        </ul>
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the automatic messages')}
          lines={6}
          height="3rem"
        />
      )}
    </div>
  )
}

/** Returns the mutation that switches a kind of message on or off and saves its settings. */
function useReminder(centerId: string) {
  const queries = useQueryClient()
  const { queryKey } = read(reminders.list, { centerId })
  return useSend(reminders.put, {
    onSuccess: (after) => {
      queries.setQueryData<Reminder[]>(queryKey, (old) =>
        old?.map((each) => (each.kind === after.kind ? after : each)),
      )
      toast(
        after.isOn
          ? t('{kind}: on.', { kind: t(kindRules[after.kind].label) })
          : t('{kind}: off.', { kind: t(kindRules[after.kind].label) }),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

function ReminderRow({ centerId, reminder }: { centerId: string; reminder: Reminder }) {
  const { kind, isOn, hour, days, preview, sent } = reminder
  const label = t(kindRules[kind].label)
  const description = t(kindRules[kind].description)
  const readOnly = useContext(ReadOnly)
  const put = useReminder(centerId)
  const change = (part: Partial<Pick<Reminder, 'isOn' | 'hour' | 'days'>>) =>
    put.mutate({ centerId, kind, isOn, hour, days, ...part })
  return (
    <li className={`${style.kind} stack gap-2`}>
      <Switch
        classNames={{ body: style.switch }}
        label={label}
        description={
          sent > 0
            ? t('{description} {messages} in the last 30 days.', {
                description,
                messages: counted(sent, 'message'),
              })
            : description
        }
        // Shows the new choice while it is being saved.
        checked={put.isPending ? put.variables.isOn : isOn}
        disabled={put.isPending || readOnly !== null}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
      <div className={`${style.more} stack gap-2`}>
        {isOn && <Settings reminder={reminder} onChange={change} />}
        <details>
          <summary>
            {t('Show the text')}
            <span className="visually-hidden">: {label}</span>
          </summary>
          <div className={`${style.preview} surface pad-4 breakable`}>
            <p className="bold">{preview.subject}</p>
            <p className={style.body}>{preview.body.trim()}</p>
          </div>
        </details>
      </div>
    </li>
  )
}

type SettingsProps = { reminder: Reminder; onChange: (part: { hour?: number; days?: number }) => void }

/** Fields to choose when a kind of message is sent, for kinds that allow it. */
function Settings({ reminder: { kind, hour, days }, onChange }: SettingsProps) {
  const { hour: hours, days: span } = kindRules[kind]
  return (
    <>
      {hours && (
        <Field label={t(hours.label)}>
          {(wiring) => (
            <select
              {...wiring}
              className={style.hour}
              value={hour ?? hours.usual}
              onChange={({ target }) => onChange({ hour: Number(target.value) })}
            >
              {Array.from({ length: hours.max - hours.min + 1 }, (_, at) => hours.min + at).map((each) => (
                <option key={each} value={each}>
                  {clock(`${each}:00`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {span && (
        <DaysField
          key={days}
          label={t(span.label)}
          range={span}
          days={days ?? span.usual}
          onChange={onChange}
        />
      )}
    </>
  )
}

type DaysProps = {
  label: string
  range: { min: number; max: number }
  days: number
  onChange: (part: { days: number }) => void
}

/**
 * Field for a number of days. When it loses focus, saves the number, or restores the old one if it is
 * invalid.
 */
function DaysField({ label, range: { min, max }, days, onChange }: DaysProps) {
  const [text, setText] = useState(String(days))
  const leave = ({ target }: { target: Element }) =>
    queueMicrotask(() => {
      // The field lost the focus because it was replaced, not because the user left it.
      if (!target.isConnected) return
      const typed = Number(text)
      if (Number.isInteger(typed) && typed >= min && typed <= max && typed !== days) onChange({ days: typed })
      else setText(String(days))
    })
  return (
    <Field label={label}>
      {(wiring) => (
        <input
          {...wiring}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          className={style.hour}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={leave}
        />
      )}
    </Field>
  )
}
