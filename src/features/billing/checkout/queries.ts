import type { Db } from '#server/db.ts'
import { maySupply } from '#server/access-tokens.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

export type PayableInvoice = {
  centerId: CenterId
  payerId: string
  currency: string
}

/**
 * Selects a sent or void invoice of this payer, even at an archived center, because a payment that was made
 * still counts.
 */
export const invoiceOfPayer = (
  db: Db,
  { center, payer, invoice }: { center: string; payer: string; invoice: string },
) => db<PayableInvoice[]>`
  select center_id, payer_id, currency from invoices
  where center_id = ${center} and payer_id::text = ${payer} and id::text = ${invoice} and state <> 'draft'
`

type Page = { center: CenterId; invoice: string }

/** Selects Stripe's id of the latest page created for paying an invoice; null if there is none. */
export const pageOf = (db: Db, { center, invoice }: Page) => db<{ page: string | null }[]>`
  select payment_page as page from invoices where center_id = ${center} and id = ${invoice}
`

/**
 * Stores a new page, unless another one was stored since `before` was read. Returns a row if it was stored.
 */
export const keepPage = (
  db: Db,
  { center, invoice, page, before }: Page & { page: string; before: string | null },
) => db`
  update invoices set payment_page = ${page}
  where center_id = ${center} and id = ${invoice} and (payment_page is not distinct from ${before} or payment_page = ${page}) returning 1
`

export type OnlinePayment = {
  id: string
  centerId: CenterId
  payerId: string
  amount: number
  on: Day
  isUndone: boolean
  /** Sum of the payment's partial refunds, without disputes. */
  refunded: number
  /** Sum of the amounts withdrawn for disputes and not returned. */
  disputed: number
}

/** Selects the payments with this Stripe reference at a center or, if `center` is null, at any center. */
export const paymentWith = (
  db: Db,
  { center, reference }: { center: string | null; reference: string },
) => db<OnlinePayment[]>`
  select p.id, p.center_id, p.payer_id, p.amount, p.paid_on as "on",
    (select coalesce(sum(r.amount), 0)::int from ledger_entries r where r.center_id = p.center_id and r.refunds = p.id and r.dispute is null) as refunded,
    (select coalesce(sum(r.amount), 0)::int from ledger_entries r where r.center_id = p.center_id and r.refunds = p.id and r.dispute is not null
      and not exists (select from ledger_entries back where back.center_id = r.center_id and back.reverses = r.id)) as disputed,
    exists (select from ledger_entries back where back.center_id = e.center_id and back.reverses = e.id) as is_undone
  from payments p join ledger_entries e on e.center_id = p.center_id and e.payment_id = p.id
  where p.method = 'online' and p.reference = ${reference} and (${center}::text is null or p.center_id = ${center})
`

/** Selects the ledger entry made for a dispute. */
export const disputeEntry = (db: Db, { center, dispute }: { center: CenterId; dispute: string }) => db<
  { id: string; payerId: string; amount: number; isReversed: boolean }[]
>`
  select e.id, e.payer_id, e.amount,
    exists (select from ledger_entries back where back.center_id = e.center_id and back.reverses = e.id) as is_reversed
  from ledger_entries e where e.center_id = ${center} and e.dispute = ${dispute}
`

/** Selects all admins and the center's managers, except those with a closed account or no email address. */
export const officeOf = (db: Db, center: CenterId) => db<{ id: string; firstName: string; email: string }[]>`
  select p.id, p.first_name, p.email from people p
  where p.email is not null and p.disabled_at is null and ${maySupply(db, db`${center}`)} order by p.id
`
