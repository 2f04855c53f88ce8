import { connect } from '#server/connect.ts'

/** Error that rolls back the transaction, which removes the extension and the function. */
class Done extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super('The check is done.')
    this.problems = problems
  }
}

type Checked = { name: string; problem: string | null }

/**
 * Checks every B-tree index against its table, and the structure of every GIN index, with PostgreSQL's
 * amcheck, while the database is in use. Changes nothing. Returns the problems, each with its index. Requires
 * the superuser.
 */
export async function checkIndexes(superuserUrl: string) {
  const sql = connect(superuserUrl, { settings: { statement_timeout: 0 } })
  try {
    await sql.begin(async (db) => {
      await db`create extension amcheck`
      await db`
        create function pg_temp.index_problem(index regclass, kind name) returns text language plpgsql as $$
        begin
          if kind = 'btree' then
            perform bt_index_check(index, true);
          else
            perform gin_index_check(index);
          end if;
          return null;
        exception when others then
          return sqlerrm;
        end $$`
      const checked = await db<Checked[]>`
        select c.relname as name, pg_temp.index_problem(c.oid, a.amname) as problem
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
        where a.amname in ('btree', 'gin') and c.relpersistence = 'p' and i.indisready and i.indisvalid order by c.relname`
      throw new Done(
        checked.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`])),
      )
    })
    return []
  } catch (error) {
    if (error instanceof Done) return error.problems
    throw error
  } finally {
    await sql.end()
  }
}
