import type { Subject } from '#features/centers/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { EntryKind, InvoiceRow, InvoiceState } from './api.ts'
import type { ClassDay, Line } from './charges.ts'
import type { EntryRow } from './exports/columns.ts'
import { defaultSettings } from './rates/default-settings.ts'

/** First and last day of a range. */
type Days = { from: Day; until: Day }

/**
 * SQL for the days in a range on which classes are scheduled, including closed days and canceled classes:
 * class `c`, term `t` and `each.day`, with the closure `cl` and the row `d` about the class on that day, if
 * any.
 */
const classDays = (db: Db, center: CenterId, { from, until }: Days, terms = db`class_terms`) => db`
  from ${terms} t
  join classes c on c.center_id = t.center_id and c.id = t.class_id
  cross join lateral (
    select ${from}::date + (t.day - extract(dow from ${from}::date)::int + 7) % 7 + 7 * n as day
    from generate_series(0, (${until}::date - ${from}::date) / 7) n
  ) each
  left join closures cl on cl.center_id = t.center_id and cl.held_on = each.day
  left join class_days d on d.center_id = t.center_id and d.class_id = t.class_id and d.held_on = each.day
  where t.center_id = ${center} and t.during @> each.day and each.day <= ${until}::date
`

/**
 * Selects students' places, except on waitlists, for each day in a range on which their class is scheduled.
 */
export const chargedDays = (db: Db, center: CenterId, days: Days) => db<ClassDay[]>`
  with each as (
    select t.class_id, c.name as class_name, c.subject, t.minutes, each.day, cl.held_on is not null or d.canceled_at is not null as is_off
    ${classDays(db, center, days)}
  )
  select pl.student_id, pl.class_id, each.class_name, each.subject, pl.type, each.day as "on", each.minutes, each.is_off,
    exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> each.day) as on_break,
    coalesce(a.mark = 'absent' and a.excused, false) as is_excused,
    exists (select from credits cr where cr.center_id = pl.center_id and cr.class_id = pl.class_id and cr.student_id = pl.student_id
      and cr.missed_on = each.day and cr.void_at is null) as earned_credit,
    (select case cr.reason when 'canceled' then 'canceled' else 'missed' end from credits cr where cr.center_id = pl.center_id and cr.place_id = pl.id) as used_credit
  from each
  join places pl on pl.center_id = ${center} and pl.class_id = each.class_id and pl.during @> each.day and pl.type <> 'waitlist'
  left join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id and a.held_on = each.day
  order by pl.student_id, each.day, pl.class_id
`

/**
 * Counts the days in a month on which each class is held. A class that begins or ends within the month is
 * counted as if it were held all month, so that its monthly fee is prorated.
 */
export const meetingDays = (db: Db, center: CenterId, days: Days) => db<{ classId: string; held: number }[]>`
  with all_month as (
    select center_id, class_id, day, daterange(
      case when lag(day) over terms is not null then lower(during) end, case when lead(day) over terms is not null then upper(during) end) as during
    from class_terms where center_id = ${center}
      and class_id in (select class_id from class_terms where center_id = ${center} and during && daterange(${days.from}::date, ${days.until}::date, '[]'))
    window terms as (partition by class_id order by lower(during))
  )
  select t.class_id, count(*) filter (where cl.held_on is null and d.canceled_at is null)::int as held
  ${classDays(db, center, days, db`all_month`)} group by t.class_id
`

export type HoursRow = {
  teacher: string
  className: string
  subject: Subject
  on: Day
  time: string
  minutes: number
}

/**
 * Selects the classes held within a range of days, each with its teacher: the substitute for that day, or the
 * class's teacher.
 */
export const taughtHours = (db: Db, center: CenterId, days: Days) => db<HoursRow[]>`
  select trim(p.first_name || ' ' || p.last_name) as teacher, c.name as class_name, c.subject, each.day as "on", t.time, t.minutes
  from (select t.center_id, t.class_id, t.time, t.minutes, coalesce(d.substitute_id, t.teacher_id) as person_id, each.day
    ${classDays(db, center, days)} and cl.held_on is null and d.canceled_at is null) t
  cross join lateral (select t.day) each
  join classes c on c.center_id = t.center_id and c.id = t.class_id
  join people p on p.id = t.person_id
  order by p.last_name, p.first_name, p.id, each.day, t.time, c.name
`

/** SQL for the parent who pays for each student: the chosen one, or else a contact, or else any parent. */
const payers = (db: Db, center: CenterId) => db`
  select distinct on (l.student_id) l.student_id, l.parent_id as payer_id
  from parent_links l where l.center_id = ${center} and l.ended_at is null
  order by l.student_id, l.pays desc, l.contact desc, l.parent_id
`

export type PayerRow = { studentId: string; payerId: string }
export const payerRows = (db: Db, center: CenterId) => db<PayerRow[]>`${payers(db, center)}`

export type NameRow = { id: string; name: string; email: string | null }

/** Selects the names and email addresses of people, ordered by last name. */
export const namesOf = (db: Db, ids: readonly string[]) => db<(NameRow & { firstName: string })[]>`
  select id, first_name, trim(first_name || ' ' || last_name) as name, email from people where id = any(${[...ids]}::uuid[])
  order by last_name, first_name, id
`

export type AccountRow = { payerId: string; payer: string; email: string | null; balance: number }

/**
 * Selects the families that have an invoice for the month (not a void one), a balance other than 0, or a
 * child with a regular place in the month, ordered by name.
 */
export const accountRows = (db: Db, center: CenterId, month: Day) => db<AccountRow[]>`
  with listed as (
    select w.payer_id from (${payers(db, center)}) w
    where exists (select from places pl where pl.center_id = ${center} and pl.student_id = w.student_id and pl.type = 'regular'
      and pl.during && daterange(${month}::date, (${month}::date + interval '1 month')::date))
    union select f.payer_id from family_accounts f where f.center_id = ${center} and f.balance <> 0
    union select i.payer_id from invoices i where i.center_id = ${center} and i.month = ${month} and i.state <> 'void'
  )
  select p.id as payer_id, trim(p.first_name || ' ' || p.last_name) as payer, p.email, coalesce(f.balance, 0) as balance
  from listed join people p on p.id = listed.payer_id
  left join family_accounts f on f.center_id = ${center} and f.payer_id = p.id
  order by p.last_name, p.first_name, p.id
`

type Filter = { month?: Day | null; payers?: readonly string[] | null; id?: string | null }

export type InvoiceDetails = Omit<InvoiceRow, '_id'> & {
  id: string
  payerId: string
  currency: string
  creditUsed: number
  voidReason: string
}

/**
 * SQL for invoices with the open amount of each, which follows from the family's balance. Payments cover the
 * oldest invoices first, so the balance is owed for the latest ones. `some` is a condition on `i` that is
 * true for all invoices of a payer or for none. It may also use the payer's account `f`.
 */
export const openInvoices = (db: Db, center: CenterId | ReturnType<Db>, some: ReturnType<Db>) => db`
  select i.*, case i.state when 'sent' then greatest(0, least(i.total, f.balance - coalesce(sum(i.total) filter (where i.state = 'sent')
    over (partition by i.payer_id order by i.number desc rows between unbounded preceding and 1 preceding), 0)))::int else 0 end as open
  from invoices i join family_accounts f on f.center_id = i.center_id and f.payer_id = i.payer_id
  where i.center_id = ${center} and ${some}
`

/**
 * Returns SQL for `due`, the amount in cents that families owe a center, and `overdue`, the part of it for
 * invoices whose due date is before `today`. A credit of one family doesn't reduce what others owe. The sums
 * may exceed an `int`.
 */
export const moneyDue = (db: Db, center: ReturnType<Db>, today: ReturnType<Db>) => db`
  select coalesce((select currency from billing_settings where center_id = ${center}), ${defaultSettings.currency}) as currency,
    (select coalesce(sum(balance), 0)::float8 from family_accounts where center_id = ${center} and balance > 0) as due,
    (select coalesce(sum(open), 0)::float8 from (${openInvoices(db, center, db`f.balance > 0`)}) late where due_on < ${today}) as overdue
`

/**
 * Selects a center's invoices, newest first. The filter can limit them to those of `payers`, to the one with
 * `id`, or to those for a month, which leaves out void ones.
 */
export const invoiceRows = (
  db: Db,
  center: CenterId,
  { month = null, payers: of = null, id = null }: Filter,
) => db<InvoiceDetails[]>`
  select i.id, i.payer_id, to_char(i.month, 'YYYY-MM') as month, i.state, i.number, i.currency, i.total, i.credit_used, i.sent_on, i.due_on,
    i.void_reason, i.open
  from (${openInvoices(
    db,
    center,
    db`(${of && [...of]}::uuid[] is null or i.payer_id = any(${of && [...of]}))
      and (${id}::uuid is null or i.payer_id = (select payer_id from invoices where center_id = ${center} and id = ${id}))`,
  )}) i
  where (${id}::uuid is null or i.id = ${id}) and (${month}::date is null or i.month = ${month} and i.state <> 'void')
  order by i.month desc, i.number desc nulls first, i.id
`

/** Selects a payer's oldest invoice that isn't fully paid. Payments cover this one first. */
export const oldestOpen = (db: Db, center: CenterId, payerId: string) => db<
  { id: string; number: number; month: string }[]
>`
  select i.id, i.number, to_char(i.month, 'YYYY-MM') as month from (${openInvoices(db, center, db`i.payer_id = ${payerId}`)}) i
  where i.open > 0 order by i.number limit 1
`

export const lineRows = (db: Db, center: CenterId, invoiceIds: readonly string[]) => db<
  (Line & { invoiceId: string; child: string })[]
>`
  select l.invoice_id, l.student_id, p.first_name as child, l.text, l.amount, l.tax
  from invoice_lines l join people p on p.id = l.student_id
  where l.center_id = ${center} and l.invoice_id = any(${[...invoiceIds]}::uuid[]) order by l.invoice_id, l.num
`

/** Selects the children of these parents. `pays` is true if the parent pays for the child. */
export const childrenOf = (db: Db, center: CenterId, payerIds: readonly string[]) => db<
  { payerId: string; studentId: string; name: string; pays: boolean }[]
>`
  select l.parent_id as payer_id, l.student_id, trim(p.first_name || ' ' || p.last_name) as name, coalesce(w.payer_id = l.parent_id, false) as pays
  from parent_links l join people p on p.id = l.student_id left join (${payers(db, center)}) w on w.student_id = l.student_id
  where l.center_id = ${center} and l.parent_id = any(${[...payerIds]}::uuid[]) and l.ended_at is null
  order by p.first_name, p.id
`

/** Creates accounts for families who have none. Accounts are always locked in the order of their payers. */
export const openAccounts = (db: Db, center: CenterId, payerIds: readonly string[]) => db`
  insert into family_accounts (center_id, payer_id)
  select ${center}, id from unnest(${[...payerIds]}::uuid[]) id order by id on conflict do nothing
`

export const lockAccounts = (db: Db, center: CenterId, payerIds: readonly string[]) => db<
  { payerId: string; balance: number }[]
>`
  select payer_id, balance from family_accounts where center_id = ${center} and payer_id = any(${[...payerIds]}::uuid[])
  order by payer_id for no key update
`

/**
 * Selects a parent at the center, even if all links to children have ended, because the parent may still owe
 * something.
 */
export const parentHere = (db: Db, center: CenterId, payerId: string) => db<NameRow[]>`
  select p.id, trim(p.first_name || ' ' || p.last_name) as name, p.email from people p
  where p.id = ${payerId} and (exists (select from parent_links l where l.center_id = ${center} and l.parent_id = p.id)
    or exists (select from family_accounts f where f.center_id = ${center} and f.payer_id = p.id))
`

/** Chooses a child's payer. Returns no row if the parent has no active link to the child. */
export const choosePayer = (db: Db, center: CenterId, { studentId, payerId }: PayerRow) => db<
  { payerId: string }[]
>`
  update parent_links set pays = parent_id = ${payerId}
  where center_id = ${center} and student_id = ${studentId} and (pays or parent_id = ${payerId})
    and exists (select from parent_links l where l.center_id = ${center} and l.student_id = ${studentId} and l.parent_id = ${payerId} and l.ended_at is null)
  returning parent_id as payer_id
`

/**
 * Clears a student's payer. Call this before choosing another, because two parents can't both be the payer,
 * even for a moment.
 */
export const clearPayer = (db: Db, center: CenterId, studentId: string) => db<{ payerId: string }[]>`
  update parent_links set pays = false where center_id = ${center} and student_id = ${studentId} and pays returning parent_id as payer_id
`

/** Locks a student, so that only one person at a time chooses the payer. */
export const lockStudent = (db: Db, center: CenterId, id: string) => db<{ id: string }[]>`
  select id from students where center_id = ${center} and id = ${id} for no key update
`

export type LedgerRow = {
  id: string
  kind: EntryKind
  reverses: EntryKind | null
  on: Day
  amount: number
  balance: number
  note: string
  number: number | null
  invoiceId: string | null
  paymentId: string | null
  method: string | null
  isDisputed: boolean
  isReversed: boolean
  by: string
  at: string
}

/**
 * Selects a family's ledger, newest first, with the balance after each entry. A reversal has the invoice and
 * payment of the entry that it reverses, and that entry's kind as `reverses`.
 */
export const ledgerRows = (db: Db, center: CenterId, payerId: string) => db<LedgerRow[]>`
  select e.id, e.kind, case when e.reverses is not null then of.kind end as reverses, e.entered_on as "on", e.amount, (sum(e.amount) over (order by e.id))::int as balance, e.note, i.number, i.id as invoice_id,
    p.id as payment_id, p.method, of.dispute is not null as is_disputed, back.id is not null as is_reversed, coalesce(trim(w.first_name || ' ' || w.last_name), '') as by, e.entered_at as at
  from ledger_entries e
  left join ledger_entries of on of.center_id = e.center_id and of.id = coalesce(e.reverses, e.id)
  left join ledger_entries back on back.center_id = e.center_id and back.reverses = e.id
  left join invoices i on i.center_id = e.center_id and i.id = of.invoice_id
  left join payments p on p.center_id = e.center_id and p.id = coalesce(of.payment_id, of.refunds)
  left join people w on w.id = e.entered_by
  where e.center_id = ${center} and e.payer_id = ${payerId} order by e.id desc
`

/**
 * Selects the entries of all families' accounts within these days, oldest first. A reversal includes the kind
 * of the entry that it reverses.
 */
export const enteredIn = (db: Db, center: CenterId, { from, until }: Days) => db<EntryRow[]>`
  select e.entered_on as "on", trim(w.first_name || ' ' || w.last_name) as payer, e.kind, case when e.reverses is not null then of.kind end as reverses,
    i.number, p.method, e.amount, e.note
  from ledger_entries e
  join ledger_entries of on of.center_id = e.center_id and of.id = coalesce(e.reverses, e.id)
  left join invoices i on i.center_id = e.center_id and i.id = of.invoice_id
  left join payments p on p.center_id = e.center_id and p.id = of.payment_id
  join people w on w.id = e.payer_id
  where e.center_id = ${center} and e.entered_on between ${from} and ${until} order by e.entered_on, e.id
`

/** Selects the centers where a parent has an account with entries, except archived ones. */
export const ownInvoiceCenters = (db: Db, payerId: string) => db<{ centerId: CenterId }[]>`
  select f.center_id from family_accounts f where f.payer_id = ${payerId} and not is_archived(f.center_id)
    and exists (select from ledger_entries e where e.center_id = f.center_id and e.payer_id = f.payer_id)
  order by f.center_id
`

export const ownInvoice = (db: Db, payerId: string, id: string) => db<
  { centerId: CenterId; state: InvoiceState }[]
>`
  select center_id, state from invoices where payer_id = ${payerId} and id = ${id} and state <> 'draft' and not is_archived(center_id)
`

/** Selects a payment of a parent, at a center that isn't archived. */
export const ownPayment = (db: Db, payerId: string, id: string) => db<{ centerId: CenterId }[]>`
  select center_id from payments where payer_id = ${payerId} and id = ${id} and not is_archived(center_id)
`
