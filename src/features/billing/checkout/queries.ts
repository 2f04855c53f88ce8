import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

export type PayableInvoice = {
  centerId: CenterId
  payerId: string
  currency: string
}

/** A sent or void invoice of this payer, also at an archived center: money that was paid counts anyway. */
export const invoiceOfPayer = (
  db: Db,
  { center, payer, invoice }: { center: string; payer: string; invoice: string },
) => db<PayableInvoice[]>`
  select center_id, payer_id, currency from invoices
  where center_id = ${center} and payer_id::text = ${payer} and id::text = ${invoice} and state <> 'draft'
`

/** The payment with a reference. */
export const paymentWith = (db: Db, { center, reference }: { center: string; reference: string }) => db<
  { id: string; centerId: CenterId; isUndone: boolean }[]
>`
  select p.id, p.center_id, exists (select from ledger_entries back where back.center_id = e.center_id and back.reverses = e.id) as is_undone
  from payments p join ledger_entries e on e.center_id = p.center_id and e.payment_id = p.id
  where p.center_id = ${center} and p.reference = ${reference}
`
