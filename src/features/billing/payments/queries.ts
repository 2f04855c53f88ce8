import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { longest } from '#shared/text.ts'
import type { PaymentMethod } from './api.ts'
import type { Numbered } from './bank-file.ts'

export type NewPayment = {
  id: string
  payerId: string
  method: PaymentMethod
  on: Day
  amount: number
  reference: string | null
  note: string
}

/** Stores payments whose references aren't known yet, and returns their ids. */
export const putPayments = (
  db: Db,
  center: CenterId,
  { payments, by }: { payments: readonly NewPayment[]; by: string | null },
) => db<{ id: string }[]>`
  insert into payments (center_id, id, payer_id, method, paid_on, amount, reference, note, recorded_by)
  select ${center}, id, "payerId", method, "on", amount, reference, note, ${by}
  from jsonb_to_recordset(${db.json([...payments])})
    as p (id uuid, "payerId" uuid, method text, "on" date, amount int, reference text, note text)
  order by "payerId", id on conflict do nothing returning id
`

export const enterPayments = (
  db: Db,
  center: CenterId,
  { ids, by }: { ids: readonly string[]; by: string | null },
) => db`
  insert into ledger_entries (center_id, payer_id, kind, amount, entered_on, payment_id, note, entered_by)
  select center_id, payer_id, 'payment', -amount, paid_on, id, note, ${by} from payments
  where center_id = ${center} and id = any(${[...ids]}::uuid[]) order by payer_id, id
`

export type PaymentRow = Omit<NewPayment, 'reference'> & {
  reference: string
  payer: string
  firstName: string
  email: string | null
  balance: number
}

/**
 * Selects payments as people see them: without the reference of a payment from a bank file, which is a hash.
 */
export const paymentRows = (db: Db, center: CenterId, ids: readonly string[]) => db<PaymentRow[]>`
  select p.id, p.payer_id, trim(w.first_name || ' ' || w.last_name) as payer, w.first_name, w.email, p.method, p.paid_on as "on", p.amount,
    case when p.reference is null or is_from_bank_file(p.reference) then '' else p.reference end as reference, p.note, f.balance
  from payments p join people w on w.id = p.payer_id join family_accounts f on f.center_id = p.center_id and f.payer_id = p.payer_id
  where p.center_id = ${center} and p.id = any(${[...ids]}::uuid[]) order by p.payer_id, p.id
`

/** Returns a row if a payment was refunded, even in part, or taken back by the payer's bank. */
export const returnsOf = (db: Db, center: CenterId, id: string) => db`
  select from ledger_entries r where r.center_id = ${center} and r.refunds = ${id}
    and not exists (select from ledger_entries back where back.center_id = r.center_id and back.reverses = r.id)
  limit 1
`

/**
 * Removes the reference of an undone payment, so that a payment with this reference can be recorded again. A
 * reference that somebody entered is moved to the note. Online payments keep theirs.
 */
export const releaseReference = (db: Db, center: CenterId, id: string) => db`
  update payments set reference = null,
    note = case when is_from_bank_file(reference) then note else left(concat_ws(', ', nullif(note, ''), reference), ${longest.note}) end
  where center_id = ${center} and id = ${id} and method <> 'online' and reference is not null
`

/** Selects which of the given references belong to a recorded payment. */
export const knownReferences = (db: Db, center: CenterId, references: readonly string[]) => db<
  { reference: string }[]
>`
  select reference from payments where center_id = ${center} and reference = any(${[...references]})
`

/**
 * Selects the payments of these payers up to `days` days before or after the range, earliest first, except
 * those that were made online or undone.
 */
export const paymentsNear = (
  db: Db,
  center: CenterId,
  { payers, from, until, days }: { payers: readonly string[]; from: Day; until: Day; days: number },
) => db<{ payerId: string; on: Day; amount: number; reference: string | null; isFromFile: boolean }[]>`
  select p.payer_id, p.paid_on as "on", p.amount, p.reference, coalesce(is_from_bank_file(p.reference), false) as is_from_file from payments p
  join ledger_entries e on e.center_id = p.center_id and e.payment_id = p.id
  where p.center_id = ${center} and p.payer_id = any(${[...payers]}::uuid[]) and p.paid_on between ${from}::date - ${days}::int and ${until}::date + ${days}::int
    and p.method <> 'online'
    and not exists (select from ledger_entries back where back.center_id = e.center_id and back.reverses = e.id)
  order by p.paid_on, p.id
`

export const numberedInvoices = (db: Db, center: CenterId) => db<Numbered[]>`
  select payer_id, number from invoices where center_id = ${center} and state = 'sent'
`

/** Selects the parents of the center and everyone with a billing account there, with their names. */
export const payingParents = (db: Db, center: CenterId) => db<
  { id: string; firstName: string; lastName: string }[]
>`
  select id, first_name, last_name from people where id in (
    select parent_id from parent_links where center_id = ${center} and ended_at is null
    union select payer_id from family_accounts where center_id = ${center})
`
