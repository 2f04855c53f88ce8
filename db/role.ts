import type postgres from 'postgres'
import { role } from '#server/scope.ts'

/** Whether the database's user can take the role on for a transaction. */
const taken = (sql: postgres.Sql) =>
  sql
    .begin((db) => db.unsafe(`set local role ${role}`))
    .then(
      () => true,
      () => false,
    )

async function make(sql: postgres.Sql) {
  const [there] = await sql`select from pg_roles where rolname = ${role}`
  // Another database of the same server may make it just now.
  if (!there) await sql.unsafe(`create role ${role} nologin`).catch(() => {})
  if (!(await taken(sql))) await sql.unsafe(`grant ${role} to current_user`).catch(() => {})
}

/**
 * Sees to the role of requests (reliability T43), which belongs to the server and not to a database: it signs in nowhere and owns nothing. Throws an Error
 * that says what to do where the database's user may not.
 */
export async function seeToRole(sql: postgres.Sql) {
  if (await taken(sql)) return
  await make(sql)
  if (await taken(sql)) return
  const [me] = await sql<{ name: string }[]>`select quote_ident(current_user) as name`
  throw new Error(
    `The user of this database may not make the role ${role}, under which requests are answered. Let its administrator do it once: ` +
      `create role ${role} nologin; grant ${role} to ${me?.name};`,
  )
}

/**
 * Lets the role into the tables that it isn't in yet, once there are any (migration 0031). Throws an Error where the policies would hold the database's
 * user too, who then found nothing of anybody.
 */
export async function letIn(sql: postgres.Sql) {
  const [there] = await sql<{ found: boolean }[]>`select to_regprocedure('let_in(text)') is not null as found`
  if (!there?.found) return
  const [held] = await sql`select from pg_class where relnamespace = 'public'::regnamespace and row_security_active(oid)`
  if (held) throw new Error('The user of this database must own all of its tables: alter table … owner to …')
  await sql`select let_in(${role})`
}
