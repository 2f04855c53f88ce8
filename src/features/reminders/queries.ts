import type { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

export type ReminderRow = {
  kind: AutomaticKind
  onSince: string | null
  hour: number | null
  days: number | null
}

/** Selects the kinds of messages that a center has saved settings for; `onSince` is null if a kind is off. */
export const reminderRows = (db: Db, center: CenterId) => db<ReminderRow[]>`
  select kind, on_since, hour, days from reminders where center_id = ${center}
`

/** Counts the messages that a center sent in the last 30 days, by kind. */
export const sentLately = (db: Db, center: CenterId) => db<{ kind: AutomaticKind; sent: number }[]>`
  select kind, count(*)::int as sent from sent_reminders
  where center_id = ${center} and at > now() - interval '30 days' group by kind
`

/**
 * Switches a kind of message on or off. A kind that was already on keeps the time at which it was switched
 * on.
 */
export const putReminder = (
  db: Db,
  center: CenterId,
  { kind, isOn, hour, days }: Omit<ReminderRow, 'onSince'> & { isOn: boolean },
) => db`
  insert into reminders as r (center_id, kind, on_since, hour, days)
  values (${center}, ${kind}, case when ${isOn} then now() end, ${hour}, ${days})
  on conflict (center_id, kind) do update set on_since = case when ${isOn} then coalesce(r.on_since, now()) end,
    hour = excluded.hour, days = excluded.days
`

export type SendingCenter = {
  id: CenterId
  timeZone: string
  phone: string
  makeupBooking: string
  reminders: (ReminderRow & { onSince: string })[]
}

/** Selects the unarchived centers that have switched on any kind of message, with the kinds that are on. */
export const sendingCenters = (db: Db) => db<SendingCenter[]>`
  select c.id, c.time_zone, c.phone, c.makeup_booking, json_agg(json_build_object('kind', r.kind, 'onSince', r.on_since, 'hour', r.hour,
    'days', r.days) order by r.kind) as reminders
  from reminders r join centers c on c.id = r.center_id
  where r.on_since is not null and c.archived_at is null group by c.id order by c.id
`
