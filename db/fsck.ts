import type { Database } from '#server/db.ts'
import { invariants } from './invariants.ts'

/** What breaks a rule: how many rows (`most` at most), and the first of them by what names them. */
export type Finding = { rule: string; rows: number; examples: string[] }

/** So many rows are counted of one rule; whoever has as many needs no exact figure. */
const most = 1000

/**
 * Asks every invariant of the house (reliability H2), or those of `rules`, in one snapshot, so that it can be run on a database in use; what is clean is not named.
 * Throws when the database can't be asked.
 */
export const fsck = (sql: Database['read'], rules = invariants): Promise<Finding[]> =>
  sql.begin('isolation level repeatable read read only', async (db) => {
    await db`set local statement_timeout = '5min'`
    const findings: Finding[] = []
    for (const [rule, query] of Object.entries(rules)) {
      const [found] = await db.unsafe<{ rows: number; examples: string[] | null }[]>(
        `select count(*)::int as rows, (array_agg(id order by id))[1:5] as examples from (select * from (${query}) broken limit ${most}) found`,
      )
      if (found && found.rows > 0) findings.push({ rule, rows: found.rows, examples: found.examples ?? [] })
    }
    return findings
  })
