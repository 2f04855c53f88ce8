import {
  accountKinds,
  accountCondition,
  type Condition,
  type AccountAction,
} from '#shared/account-permissions.ts'
import type { Db } from '#server/db.ts'
import { type Actor, reachable } from '#server/gate.ts'
import { withAllCenters } from '#server/scope.ts'

type Caller = Pick<Actor, 'kind'> & { centers: readonly string[] }

/**
 * SQL condition on a person `p`: the account has no password and isn't bound to a Google or provider account.
 */
const unused = (db: Db) => db`(not p.in_use)`

/** Subquery for a person `p`: centers that the account belongs to or, with `ever`, has ever belonged to. */
const belongings = (db: Db, { ever }: { ever: boolean }) => db`
  select center_id from staff where person_id = p.id and (active or ${ever})
  union all select center_id from students where id = p.id
  union all select center_id from parent_links where parent_id = p.id and (ended_at is null or ${ever})`

/**
 * SQL condition on a person `p`: no other center is waiting for the owner's consent. Without this condition,
 * a center could take over an unused account and give that consent itself.
 */
const askedByNobodyElse = (db: Db, centers: readonly string[]) => db`not exists (
  select from account_requests r where r.person_id = p.id and r.declined_at is null and not r.center_id = any(${[...centers]}::text[]))`

/**
 * SQL condition on a person `p`: the table in shared/account-permissions.ts allows the caller to perform
 * `operation` on the account. Run the query with `withAllCenters`, because other centers affect the result.
 * An unused account without a current center counts as belonging to its former centers.
 */
export function manageable(db: Db, operation: AccountAction, { kind, centers }: Caller) {
  const mine = db`b.center_id = any(${[...centers]}::text[])`
  const kindsWith = (...wanted: Condition[]) =>
    accountKinds.filter((each) => wanted.includes(accountCondition(operation, kind, each) as Condition))
  const among = (kinds: readonly string[]) =>
    db`coalesce(p.role, p."group", 'staff') = any(${[...kinds]}::text[])`
  return db`(
    (${among(kindsWith('any', 'here', 'ours'))} or ${unused(db)})
    and (${among(kindsWith('any', 'any unused'))}
      or ${among(kindsWith('here', 'here unused'))} and exists (select from (${belongings(db, { ever: false })}) b where ${mine})
      or ${among(kindsWith('ours', 'ours unused'))} and ${askedByNobodyElse(db, centers)} and coalesce(
        (select bool_and(${mine}) from (${belongings(db, { ever: false })}) b),
        ${unused(db)} and (select bool_and(${mine}) from (${belongings(db, { ever: true })}) b), false)))`
}

/**
 * True if the caller may perform `operation` on the account. If a change depends on the result, lock the
 * person first.
 */
export async function mayManage(
  db: Db,
  actor: Actor,
  { operation, personId }: { operation: AccountAction; personId: string },
) {
  const caller = { kind: actor.kind, centers: await reachable(db, actor) }
  const [row] = await withAllCenters(
    db,
    (all) => all`select 1 from people p where p.id = ${personId} and ${manageable(all, operation, caller)}`,
  )
  return row !== undefined
}
