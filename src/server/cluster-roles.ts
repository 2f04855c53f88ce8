import { createHmac } from 'node:crypto'
import { connect } from './connect.ts'
import { role } from './scope.ts'

/**
 * Superuser that the embedded PostgreSQL was created with. Apart from tests and benchmarks, used only for the
 * cluster as a whole: to start it, set up its roles, archive and recover it, and check its indexes.
 */
export const superuser = 'postgres'
/** Role that owns the product's database and may create others next to it. */
export const ownerRole = 'blended_learning'

/** Returns a role's password: for the superuser the secret itself, for all others one derived from it. */
const passwordOf = (name: string, secret: string) =>
  name === superuser ? secret : createHmac('sha256', secret).update(name).digest('base64url')

/** Returns the URL of the embedded PostgreSQL database for a role. */
export const addressOf = (name: string, { secret, port }: { secret: string; port: number | string }) =>
  `postgres://${name}:${passwordOf(name, secret)}@127.0.0.1:${port}/postgres`

/**
 * Query that returns the statements that transfer the superuser's objects in this database to the owner role,
 * except objects that belong to extensions.
 */
const ours = `
  with mine as (select oid from pg_roles where rolname = '${superuser}'),
  schemas as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  members as (select classid, objid from pg_depend where deptype = 'e')
  select format('alter schema %I owner to %I', nspname, '${ownerRole}') as statement from pg_namespace
    where oid in (select oid from schemas) and nspname <> 'public' and nspowner in (select oid from mine)
  union all
  select format('alter %s %s owner to %I', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      c.oid::regclass, '${ownerRole}') from pg_class c
    where relnamespace in (select oid from schemas) and relowner in (select oid from mine) and relkind in ('r', 'p', 'S', 'v', 'm')
      and not exists (select from members m where m.classid = 'pg_class'::regclass and m.objid = c.oid)
      -- A column's sequence changes owner with its table.
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and c.relkind = 'S' and d.deptype in ('a', 'i'))
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, '${ownerRole}') from pg_proc p
    where pronamespace in (select oid from schemas) and proowner in (select oid from mine)
      and not exists (select from members m where m.classid = 'pg_proc'::regclass and m.objid = p.oid)
  union all
  select format('alter type %s owner to %I', t.oid::regtype, '${ownerRole}') from pg_type t left join pg_class c on c.oid = t.typrelid
    where typnamespace in (select oid from schemas) and typowner in (select oid from mine) and typtype in ('c', 'd', 'e')
      and (t.typrelid = 0 or c.relkind = 'c')
      and not exists (select from members m where m.classid = 'pg_type'::regclass and m.objid = t.oid)`

/**
 * Query that returns the statements that transfer all of the superuser's databases except templates to the
 * owner role: the one in use, and databases left by restores and trial restores.
 */
const databases = `
  select format('alter database %I owner to %I', datname, '${ownerRole}') as statement from pg_database
  where not datistemplate and datdba = (select oid from pg_roles where rolname = '${superuser}')`

/**
 * Sets up the roles of the embedded PostgreSQL at every start, signed in as its superuser. There is an owner
 * that isn't a superuser, and a request role that owns nothing and is a member of no other role. Also
 * converts a data folder whose database still belongs to the superuser. Everything runs in one transaction,
 * so if the process is killed, nothing has changed, and the next start tries again.
 */
export async function prepareRoles(superuserUrl: string, secret: string) {
  const sql = connect(superuserUrl)
  try {
    await sql.begin(async (db) => {
      const known = (await db<{ rolname: string }[]>`select rolname from pg_roles`).map(
        ({ rolname }) => rolname,
      )
      for (const [name, rights] of [
        [ownerRole, 'createdb'],
        [role, 'nocreatedb'],
      ] as const)
        await db.unsafe(
          `${known.includes(name) ? 'alter' : 'create'} role ${name} login nosuperuser nocreaterole nobypassrls ${rights} password '${passwordOf(name, secret)}'`,
        )
      await db.unsafe(`grant ${role} to ${ownerRole}`)
      for (const listed of [databases, ours])
        for (const { statement } of await db.unsafe<{ statement: string }[]>(listed))
          await db.unsafe(statement)
    })
  } finally {
    await sql.end()
  }
}
