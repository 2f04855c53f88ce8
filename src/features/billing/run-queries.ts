import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { AdjustmentKind } from './api.ts'
import type { Line } from './charges.ts'

/** Deletes the drafts of a month with their lines, and returns the drafts' ids and totals. */
export const dropDrafts = (db: Db, center: CenterId, month: Day) => db<{ id: string; total: number }[]>`
  with lines as (delete from invoice_lines l using invoices i
    where i.center_id = ${center} and i.month = ${month} and i.state = 'draft' and l.center_id = i.center_id and l.invoice_id = i.id)
  delete from invoices where center_id = ${center} and month = ${month} and state = 'draft' returning id, total
`

export type NewInvoice = {
  id: string
  payerId: string
  currency: string
  total: number
  lines: readonly Line[]
}

/** Adds drafts without their lines, which `putLines` adds. */
export const putDrafts = (db: Db, center: CenterId, month: Day, invoices: readonly NewInvoice[]) => db`
  insert into invoices (center_id, id, payer_id, month, currency, total)
  select ${center}, id, "payerId", ${month}, currency, total
  from jsonb_to_recordset(${db.json(invoices.map(({ lines: _, ...row }) => row))}) as i (id uuid, "payerId" uuid, currency text, total int)
`

export const putLines = (db: Db, center: CenterId, invoices: readonly NewInvoice[]) => db`
  insert into invoice_lines (center_id, invoice_id, num, student_id, text, amount, tax)
  select ${center}, "invoiceId", num, "studentId", text, amount, tax
  from jsonb_to_recordset(${db.json(
    invoices.flatMap(({ id, lines }) => lines.map((line, at) => ({ ...line, invoiceId: id, num: at + 1 }))),
  )}) as l ("invoiceId" uuid, num int, "studentId" uuid, text text, amount int, tax int)
`

/** Selects the children on a sent invoice of the month, each with the payer who was billed. */
export const billedFor = (db: Db, center: CenterId, month: Day) => db<
  { studentId: string; payerId: string }[]
>`
  select distinct l.student_id, i.payer_id from invoices i
  join invoice_lines l on l.center_id = i.center_id and l.invoice_id = i.id
  where i.center_id = ${center} and i.month = ${month} and i.state = 'sent' order by 1, 2
`

export const draftRows = (db: Db, center: CenterId, month: Day) => db<
  { id: string; payerId: string; total: number; currency: string }[]
>`
  select i.id, i.payer_id, i.total, i.currency from invoices i join people p on p.id = i.payer_id
  where i.center_id = ${center} and i.month = ${month} and i.state = 'draft' order by p.last_name, p.first_name, p.id
`

export type NumberedInvoice = { id: string; number: number; creditUsed: number }

export const sendDrafts = (
  db: Db,
  center: CenterId,
  { drafts, on, dueOn }: { drafts: readonly NumberedInvoice[]; on: Day; dueOn: Day },
) => db`
  update invoices i set state = 'sent', number = s.number, credit_used = s."creditUsed", sent_on = ${on}, sent_at = now(), due_on = ${dueOn}
  from jsonb_to_recordset(${db.json([...drafts])}) as s (id uuid, number int, "creditUsed" int) where i.center_id = ${center} and i.id = s.id
`

/** Reserves the next `count` invoice numbers. The settings must be locked. */
export const takeNumbers = (db: Db, center: CenterId, count: number) => db`
  update billing_settings set next_number = next_number + ${count} where center_id = ${center}
`

export const enterInvoices = (
  db: Db,
  center: CenterId,
  { ids, on, by }: { ids: readonly string[]; on: Day; by: string | null },
) => db`
  insert into ledger_entries (center_id, payer_id, kind, amount, entered_on, invoice_id, entered_by)
  select center_id, payer_id, 'invoice', total, ${on}, id, ${by} from invoices
  where center_id = ${center} and id = any(${[...ids]}::uuid[]) order by payer_id, number
`

/** Sets the next invoice day of the students on these invoices. Locks them in order of their ids. */
export const setNextInvoice = (
  db: Db,
  center: CenterId,
  { ids, on }: { ids: readonly string[]; on: Day },
) => db`
  with children as (select id from students where center_id = ${center} and next_invoice is distinct from ${on}::date and id in (
    select student_id from invoice_lines where center_id = ${center} and invoice_id = any(${[...ids]}::uuid[])) order by id for no key update)
  update students s set next_invoice = ${on}, version = version + 1 from children where s.center_id = ${center} and s.id = children.id
`

export const lockInvoice = (db: Db, center: CenterId, id: string) => db<
  { id: string; payerId: string; state: string; number: number | null; total: number }[]
>`
  select id, payer_id, state, number, total from invoices where center_id = ${center} and id = ${id} for no key update
`

export const voidInvoice = (db: Db, center: CenterId, { id, reason }: { id: string; reason: string }) => db`
  update invoices set state = 'void', voided_at = now(), void_reason = ${reason} where center_id = ${center} and id = ${id}
`

type Reversal = { on: Day; note: string; by: string | null } & (
  | { invoiceId: string }
  | { paymentId: string }
  | { entryId: string }
)

/**
 * Reverses an entry, given by its id, its invoice or its payment. Fails with `reversed_once` if it was
 * already reversed.
 */
export const reverse = (db: Db, center: CenterId, { on, note, by, ...target }: Reversal) => db`
  insert into ledger_entries (center_id, payer_id, kind, amount, entered_on, reverses, note, entered_by)
  select center_id, payer_id, 'reversal', -amount, ${on}, id, ${note}, ${by} from ledger_entries
  where center_id = ${center} and (invoice_id = ${'invoiceId' in target ? target.invoiceId : null}
    or payment_id = ${'paymentId' in target ? target.paymentId : null} or id = ${'entryId' in target ? target.entryId : null}::bigint)
`

export type Adjustment = {
  payerId: string
  kind: AdjustmentKind
  amount: number
  on: Day
  note: string
  by: string | null
  /** Id of the online payment that is refunded. */
  refunds?: string
  /** Stripe's id of the dispute that took the payment back. */
  dispute?: string
}

export const enterAdjustment = (
  db: Db,
  center: CenterId,
  { payerId, kind, amount, on, note, by, refunds, dispute }: Adjustment,
) => db`
  insert into ledger_entries (center_id, payer_id, kind, amount, entered_on, note, entered_by, refunds, dispute)
  values (${center}, ${payerId}, ${kind}, ${kind === 'credit' ? -amount : amount}, ${on}, ${note}, ${by}, ${refunds ?? null}, ${dispute ?? null})
`

/** Selects a charge, credit or refund that was entered by hand. */
export const adjustmentRow = (db: Db, center: CenterId, id: string) => db<
  { payerId: string; kind: AdjustmentKind; amount: number; note: string }[]
>`
  select payer_id, kind, abs(amount) as amount, note from ledger_entries
  where center_id = ${center} and id = ${id}::bigint and kind in ('credit', 'charge', 'refund') and refunds is null
`
