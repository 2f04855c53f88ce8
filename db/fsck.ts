import type { Database } from '#server/db.ts'
import { invariants } from './invariants.ts'

/** Rows that break a rule: their number (up to `most`) and the ids of up to five of them. */
export type Finding = { rule: string; rows: number; examples: string[] }

/** Maximum number of rows counted per rule, because nobody needs an exact number beyond that. */
const most = 1000

/**
 * Checks every invariant (reliability H2), or those in `rules`, in one snapshot, so that the database can be
 * in use. Returns only the broken invariants. Throws if the database can't be queried.
 */
export const fsck = (sql: Database['read'], rules = invariants): Promise<Finding[]> =>
  sql.begin(async (db) => {
    await db`set local statement_timeout = '5min'`
    const findings: Finding[] = []
    for (const [rule, query] of Object.entries(rules)) {
      const [found] = await db.unsafe<{ rows: number; examples: string[] | null }[]>(
        `select count(*)::int as rows, (array_agg(id order by id))[1:5] as examples from (select * from (${query}) broken limit ${most}) found`,
      )
      if (found && found.rows > 0) findings.push({ rule, rows: found.rows, examples: found.examples ?? [] })
    }
    return findings
  }, 'isolation level repeatable read read only')
