import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

export type PayableInvoice = {
  centerId: CenterId
  payerId: string
  currency: string
}

/**
 * A sent or void invoice of this payer, even at an archived center, because money that was paid still counts.
 */
export const invoiceOfPayer = (
  db: Db,
  { center, payer, invoice }: { center: string; payer: string; invoice: string },
) => db<PayableInvoice[]>`
  select center_id, payer_id, currency from invoices
  where center_id = ${center} and payer_id::text = ${payer} and id::text = ${invoice} and state <> 'draft'
`

type Page = { center: CenterId; invoice: string }

/** The provider's id of the latest page on which an invoice can be paid. */
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

/** The payment with this reference, and how much of it was refunded in parts. */
export const paymentWith = (db: Db, { center, reference }: { center: string; reference: string }) => db<
  { id: string; centerId: CenterId; payerId: string; isUndone: boolean; refunded: number }[]
>`
  select p.id, p.center_id, p.payer_id,
    (select coalesce(sum(r.amount), 0)::int from ledger_entries r where r.center_id = p.center_id and r.refunds = p.id) as refunded, exists (select from ledger_entries back where back.center_id = e.center_id and back.reverses = e.id) as is_undone
  from payments p join ledger_entries e on e.center_id = p.center_id and e.payment_id = p.id
  where p.center_id = ${center} and p.method = 'online' and p.reference = ${reference}
`
