import { zoneOf } from '#features/centers/queries.ts'
import { today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { notFound } from '#shared/problem.ts'
import { daysOf, firstDay, monthName } from '../months.ts'
import { invoiceRows, lineRows, namesOf, taughtHours } from '../queries.ts'
import type { ExportRow } from './columns.ts'

type MonthQuery = { month: string }

/** Returns the lines of the sent invoices for a month, by invoice number. Void invoices are left out. */
export async function exportedLines(db: Db, center: CenterId, { month }: MonthQuery): Promise<ExportRow[]> {
  const invoices = await invoiceRows(db, center, { month: firstDay(month) })
  const [lines, people] = await Promise.all([
    lineRows(
      db,
      center,
      invoices.map(({ id }) => id),
    ),
    namesOf(
      db,
      invoices.map(({ payerId }) => payerId),
    ),
  ])
  return invoices
    .toSorted((one_, other) => (one_.number ?? 0) - (other.number ?? 0))
    .flatMap(({ id, payerId, number, sentOn, dueOn, currency }) => {
      if (number === null || sentOn === null || dueOn === null) return []
      const payer = people.find((each) => each.id === payerId)
      const head = { number, sentOn, dueOn, currency, payer: payer?.name ?? '', email: payer?.email ?? '' }
      return lines
        .filter(({ invoiceId }) => invoiceId === id)
        .map(({ child, text, amount, tax }) => ({
          ...head,
          month: monthName(month),
          child,
          text,
          amount,
          tax,
        }))
    })
}

/** Returns the classes held in a month, up to and including today, with their teachers. */
export async function hoursTaught(db: Db, center: CenterId, { month }: MonthQuery) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const { from, until } = daysOf(month)
  const now = today(timeZone)
  return await taughtHours(db, center, { from, until: until < now ? until : now })
}
