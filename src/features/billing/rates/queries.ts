import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Rate } from '../charges.ts'
import type { BillingSettings } from './api.ts'

export type RateDetails = Rate & { className: string | null; version: number }

/**
 * Selects the rates of a center. The filter can limit them to those in force on any day of a range, or to the
 * one with `id`.
 */
export const rateRows = (
  db: Db,
  center: CenterId,
  {
    from = null,
    until = null,
    id = null,
  }: { from?: Day | null; until?: Day | null; id?: string | null } = {},
) => db<RateDetails[]>`
  select r.id, r.subject, r.class_id, c.name as class_name, r.unit, r.amount, lower(r.during) as start_date, upper(r.during) - 1 as end_date, r.version
  from rates r left join classes c on c.center_id = r.center_id and c.id = r.class_id
  where r.center_id = ${center} and (${id}::uuid is null or r.id = ${id})
    and (${from}::date is null or r.during && daterange(${from}::date, ${until}::date, '[]'))
  order by r.subject nulls last, c.name, lower(r.during), r.id
`

export const lockRate = (db: Db, center: CenterId, id: string) =>
  db`select id from rates where center_id = ${center} and id = ${id} for update`

/**
 * Adds a rate. Fails with `one_rate_at_a_time` if another rate for the same subject or class applies on these
 * days.
 */
export const putRate = (
  db: Db,
  center: CenterId,
  { id, subject, classId, unit, amount, startDate, endDate }: Rate,
) => db`
  insert into rates (center_id, id, subject, class_id, unit, amount, during)
  values (${center}, ${id}, ${subject}, ${classId}, ${unit}, ${amount}, daterange(${startDate}, ${endDate}, '[]'))
`

export const changeRate = (db: Db, center: CenterId, { id, amount, startDate, endDate }: Rate) => db`
  update rates set amount = ${amount}, during = daterange(${startDate}, ${endDate}, '[]'), version = version + 1
  where center_id = ${center} and id = ${id}
`

export const dropRate = (db: Db, center: CenterId, id: string) =>
  db`delete from rates where center_id = ${center} and id = ${id}`

export const hasClass = (db: Db, center: CenterId, id: string) =>
  db<{ id: string }[]>`select id from classes where center_id = ${center} and id = ${id}`

export type SettingsRow = BillingSettings & { nextNumber: number }

const columns = (db: Db) => db`currency, tax, sibling_discount, due_days, how_to_pay, next_number, version`

export const settingsRow = (db: Db, center: CenterId) =>
  db<SettingsRow[]>`select ${columns(db)} from billing_settings where center_id = ${center}`

/**
 * Locks the settings, creating them if there are none. All code that creates, deletes, sends or voids a
 * center's invoices locks the settings first.
 */
export async function lockSettings(db: Db, center: CenterId) {
  await db`insert into billing_settings (center_id) values (${center}) on conflict do nothing`
  return await db<
    SettingsRow[]
  >`select ${columns(db)} from billing_settings where center_id = ${center} for update`
}

export const changeSettingsRow = (db: Db, center: CenterId, row: BillingSettings) => db`
  update billing_settings set currency = ${row.currency}, tax = ${row.tax}, sibling_discount = ${row.siblingDiscount}, due_days = ${row.dueDays},
    how_to_pay = ${row.howToPay}, version = version + 1
  where center_id = ${center}
`

/**
 * Returns a row if the center has amounts in its currency: invoices that have been sent, or ledger entries.
 */
export const hasAmounts = (db: Db, center: CenterId) => db`
  select 1 from invoices where center_id = ${center} and state <> 'draft'
  union all select 1 from ledger_entries where center_id = ${center} limit 1
`
