import { type CommandConnection, connect } from '#server/connect.ts'
import { columnsOf } from '#shared/inventory.ts'
import { requestFunctions, requestRights, type TableRights } from '#server/request-rights.ts'
import { role } from '#server/scope.ts'
import { inventory } from './columns.ts'

/** True if the database's user can switch to the request role for a transaction. */
const taken = (sql: CommandConnection) =>
  sql
    .begin((db) => db.unsafe(`set local role ${role}`))
    .then(
      () => true,
      () => false,
    )

async function make(sql: CommandConnection) {
  const [there] = await sql`select from pg_roles where rolname = ${role}`
  // A process of another database on the same server may be creating the role right now.
  if (!there) await sql.unsafe(`create role ${role} nologin`).catch(() => {})
  if (!(await taken(sql))) await sql.unsafe(`grant ${role} to current_user`).catch(() => {})
}

/**
 * Makes sure that the request role (reliability T43) exists and that the database's user can switch to it.
 * The role owns nothing and belongs to the whole server, not to one database. Throws an Error that says what
 * to do if the user may not create or use it.
 */
export async function seeToRole(sql: CommandConnection) {
  if (await taken(sql)) return
  await make(sql)
  if (await taken(sql)) return
  const [me] = await sql<{ name: string }[]>`select quote_ident(current_user) as name`
  throw new Error(
    `The user of this database may not create the role ${role}, which answers requests. Ask an administrator to run this once: ` +
      `create role ${role} nologin; grant ${role} to ${me?.name};`,
  )
}

const privileges = { r: 'select', a: 'insert', c: 'update', d: 'delete' } as const
type Letter = keyof typeof privileges

/**
 * Returns the columns of a table to which a right of the request role applies. Returns none for deletion,
 * because that right applies to whole rows.
 */
function columnsFor(table: string, { read, add, change, secrets }: TableRights, letter: Letter) {
  const columns = { r: read, a: add, c: change, d: undefined }[letter]
  if (letter === 'd') return []
  const all = columnsOf(inventory, table, secrets ? undefined : ['public', 'internal', 'personal', 'minor'])
  // An upsert reads xmax to tell whether it added or changed the row.
  return columns?.split(' ') ?? (letter === 'r' ? [...all, 'xmax'] : all)
}

export type Granted = { table: string; privilege: string; column: string | null }

/**
 * Returns the rights of the request role that `request-rights.ts` lists, one entry for each table and column.
 */
export const grantsOfRequests = () =>
  Object.entries(requestRights).flatMap(([table, rights]) =>
    ([...rights.may] as Letter[]).flatMap((letter) => {
      const columns: (string | null)[] = columnsFor(table, rights, letter)
      const privilege = privileges[letter]
      return (columns.length > 0 ? columns : [null]).map((column): Granted => ({ table, privilege, column }))
    }),
  )

const grouped = (grants: readonly Granted[]) =>
  [...Map.groupBy(grants, ({ table, privilege }) => `${privilege} ${table}`).values()].map((group) => {
    const [{ table, privilege }] = group as [Granted]
    const columns = group.flatMap(({ column }) => (column === null ? [] : [`"${column}"`]))
    return `grant ${privilege}${columns.length > 0 ? ` (${columns.join(', ')})` : ''} on "${table}" to ${role}`
  })

/**
 * Grants the request role exactly the rights that `request-rights.ts` lists, in one transaction. On an older
 * schema, grants only those on existing tables and columns. With `keep`, revokes none of the role's rights,
 * because a newer version may also be running and need others. Throws an Error if the row-level security
 * policies also apply to the database's user, who would then see no rows at all.
 */
export async function letIn(sql: CommandConnection, { keep }: { keep: boolean }) {
  const [there] = await sql<
    { found: boolean }[]
  >`select to_regprocedure('reaches_all()') is not null as found`
  if (!there?.found) return
  const [foreign] =
    await sql`select from pg_class where relnamespace = 'public'::regnamespace and row_security_active(oid)`
  if (foreign)
    throw new Error('The user of this database must own all of its tables: alter table … owner to …')
  await sql.begin(async (db) => {
    const known = await db<{ table: string; column: string }[]>`
      select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
    const has = new Set(known.flatMap(({ table, column }) => [table, `${table} ${column}`]))
    const grants = grantsOfRequests().filter(({ table, column }) =>
      has.has(column === null ? table : `${table} ${column}`),
    )
    const functions = await db<{ name: string; lends: boolean }[]>`
      select oid::regprocedure::text as name, proname = any(${[...requestFunctions]}) as lends from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef`
    const [me] = await db<{ database: string }[]>`select quote_ident(current_database()) as database`
    const everything = [
      `revoke temporary on database ${me?.database} from public`,
      'revoke create on schema public from public',
      `revoke all on all tables in schema public from ${role}`,
      `revoke all on all sequences in schema public from ${role}`,
    ]
    await db.unsafe(
      [
        ...(keep ? [] : everything),
        ...grouped(grants),
        ...functions.flatMap(({ name, lends }) => [
          `revoke all on function ${name} from public`,
          ...(lends ? [`grant execute on function ${name} to ${role}`] : []),
        ]),
      ].join(';'),
    )
  })
}

/**
 * Throws an Error that says what to do if REQUESTS_DATABASE_URL doesn't open the same database with the
 * request role.
 */
export async function refuseOtherRequests(
  url: string,
  { url: requestsUrl, isPooled = false }: { url: string; isPooled?: boolean },
) {
  const who = async (address: string, more = {}) => {
    const sql = connect(address, more)
    try {
      const [row] = await sql<{ user: string; place: string }[]>`
        select current_user as user, concat_ws(' ', (select system_identifier from pg_control_system()), current_database()) as place`
      return row
    } finally {
      await sql.end()
    }
  }
  const fail = (problem: string) => new Error(`${problem} Check REQUESTS_DATABASE_URL.`)
  const there = await who(requestsUrl, { isPooled }).catch((error: Error) => {
    throw fail(`Requests can't sign in to the database: ${error.message}.`)
  })
  if (there?.user !== role)
    throw fail(`Requests must sign in to the database as ${role}, not as ${there?.user}.`)
  if (there.place !== (await who(url))?.place)
    throw fail('Requests must sign in to the same database as DATABASE_URL.')
}
