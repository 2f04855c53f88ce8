import { fullName } from '#shared/full-name.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Span } from './queries.ts'
import type { Row } from './rules.ts'
import { offerRows } from '#features/schedule/offers/queries.ts'

/** WL01: open seats for the first student on a waitlist. */
export const openSeats = async (db: Db, center: CenterId, { today }: Span): Promise<Row<'WL01'>[]> => {
  const rows = await offerRows(db, center, today)
  return rows.map(({ name, firstName, lastName, ...row }) => ({
    ...row,
    className: name,
    studentName: fullName({ firstName, lastName }),
  }))
}
