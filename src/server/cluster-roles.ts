import { createHmac } from 'node:crypto'
import postgres from 'postgres'
import { role } from './scope.ts'

/** The embedded PostgreSQL's own user, who made it. Nothing signs in as it but what follows here. */
export const superuser = 'postgres'
/** Who owns the product's database, and may make others beside it. */
export const ownerRole = 'blended_learning'

/** The password of a role: the superuser's is the secret itself, and every other one follows from it. */
const passwordOf = (name: string, secret: string) =>
  name === superuser ? secret : createHmac('sha256', secret).update(name).digest('base64url')

/** The address of the embedded PostgreSQL's database for a role. */
export const addressOf = (name: string, { secret, port }: { secret: string; port: number | string }) =>
  `postgres://${name}:${passwordOf(name, secret)}@127.0.0.1:${port}/postgres`

/** What there is in this database that the superuser owns and that is ours, as statements that give it to the owner; what belongs to an extension stays. */
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
      -- A sequence of a column goes with its table.
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

/** The databases that the superuser owns besides PostgreSQL's own: the one that is served, and what restores and tries left beside it. */
const databases = `
  select format('alter database %I owner to %I', datname, '${ownerRole}') as statement from pg_database
  where not datistemplate and datdba = (select oid from pg_roles where rolname = '${superuser}')`

/**
 * Sees to the roles of the embedded PostgreSQL, as its superuser, at every start: an owner who is none, and the role of requests, which owns nothing and
 * is a member of nothing. A folder whose database still belongs to the superuser is changed over. All of it is one transaction: whoever is killed
 * meanwhile leaves it as it was, and the next start does it.
 */
export async function prepareRoles(superuserUrl: string, secret: string) {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.begin(async (db) => {
      const known = (await db<{ rolname: string }[]>`select rolname from pg_roles`).map(({ rolname }) => rolname)
      for (const [name, rights] of [
        [ownerRole, 'createdb'],
        [role, 'nocreatedb'],
      ] as const)
        await db.unsafe(
          `${known.includes(name) ? 'alter' : 'create'} role ${name} login nosuperuser nocreaterole nobypassrls ${rights} password '${passwordOf(name, secret)}'`,
        )
      await db.unsafe(`grant ${role} to ${ownerRole}`)
      for (const listed of [databases, ours])
        for (const { statement } of await db.unsafe<{ statement: string }[]>(listed)) await db.unsafe(statement)
    })
  } finally {
    await sql.end()
  }
}
