import { putEmailChange } from '#features/accounts/email/queries.ts'
import { putDuty } from '#features/centers/queries.ts'
import { type AccountKind, accountCondition, type AccountAction } from '#shared/account-permissions.ts'
import type { Kind } from '#shared/permissions.ts'
import type { Db } from '#server/db.ts'
import { queueMail } from '#server/mail.ts'
import { newToken, sha256 } from '#server/session.ts'
import { readSettings } from '#server/settings.ts'
import { factories } from './factories.ts'

/** Centers to which an account can belong: the caller's only center, another one, both, or none. */
export const places = ['here', 'there', 'both', 'nowhere'] as const
export type Where = (typeof places)[number]

/**
 * Variant of an account on which to try every call: its kind, where it belongs, and whether its owner has
 * used it.
 */
export type Variant = { kind: AccountKind; where: Where; used: boolean }
export type Centers = { here: string; there: string }
/** An account of some variant, with the ids of the two centers and of a student of the center `here`. */
export type AccountTarget = Variant &
  Centers & { childId: string } & { id: string; email: string; firstName: string; userName: string }

const kindsAt: Record<Where, readonly AccountKind[]> = {
  here: ['admin', 'manager', 'operator', 'editor', 'staff', 'students', 'parents'],
  there: ['manager', 'operator', 'editor', 'staff', 'students', 'parents'],
  both: ['manager', 'operator', 'editor', 'staff', 'students', 'parents'],
  nowhere: ['admin', 'editor', 'operator', 'parents'],
}

/** All variants of accounts: each kind, everywhere it can belong, used and unused (`staff` only unused). */
export const variants: Variant[] = places.flatMap((where) =>
  kindsAt[where].flatMap((kind) =>
    (kind === 'staff' ? [false] : [true, false]).map((used) => ({ kind, where, used })),
  ),
)

const centersOf = (where: Where, { here, there }: Centers) =>
  where === 'both' ? [here, there] : where === 'here' ? [here] : where === 'there' ? [there] : []

/** Stores an unconfirmed new email address for an account and returns the token of its confirmation link. */
export async function putWaitingEmail(db: Db, personId: string) {
  const token = newToken()
  await putEmailChange(db, {
    personId,
    email: `new-${newToken().slice(0, 8)}@test.example`,
    tokenHash: sha256(token),
  })
  return token
}

export const accountId = ({ id }: AccountTarget) => ({ id })
export const parentHere = ({ here, id: parentId }: AccountTarget) => ({ centerId: here, parentId })
export const studentHere = ({ here, id: studentId }: AccountTarget) => ({ centerId: here, studentId })
export const newAddress = ({ id }: AccountTarget) => `to-${id}@test.example`
export const renamed = { firstName: 'Renamed', lastName: 'Byus' }
export const isHere = ({ where }: Variant) => where === 'here' || where === 'both'
export const hereAs =
  (...wanted: AccountKind[]) =>
  (variant: Variant) =>
    wanted.includes(variant.kind) && isHere(variant)

let counter = 0

/**
 * Creates an account of a variant and an email to it that contains a unique word. Accounts without a login
 * have an email address, too.
 */
export async function makeTarget(
  db: Db,
  variant: Variant,
  around: Centers & { childId: string },
): Promise<AccountTarget> {
  const make = factories(db)
  const { kind, where, used } = variant
  const at = centersOf(where, around)
  const firstName = `LeakCase${(counter += 1)}x`
  const email = `secret${counter}@test.example`
  const more = { firstName, email, ...(used ? {} : { passwordHash: null }) }
  const family = kind === 'students' || kind === 'parents'
  const { id } = await make.person({
    ...more,
    role: family || kind === 'staff' ? null : kind,
    group: family ? kind : null,
  })
  if (kind === 'students')
    for (const center of at)
      await db`insert into students (center_id, id, student_num) values (${center}, ${id}, ${firstName})`
  if (kind === 'parents') {
    const children = await Promise.all(at.map((center) => make.student(center)))
    for (const child of children)
      await db`insert into parent_links (center_id, student_id, parent_id) values (${child.centerId}, ${child.id}, ${id})`
  }
  const duty = kind === 'staff' || kind === 'admin' ? 'teacher' : 'office'
  if (!family)
    for (const centerId of at) await putDuty(db, { centerId, personId: id, duty, type: 'permanent' })
  if (used) await putWaitingEmail(db, id)
  await queueMail(db, readSettings({}), {
    personId: id,
    to: email,
    purpose: 'notice',
    subject: 'Hello',
    body: `Mail for ${firstName}. http://x/setup#token=${firstName}`,
  })
  return { ...variant, ...around, id, email, firstName, userName: firstName.toLowerCase() }
}

/**
 * True if the table in `account-permissions.ts` allows the action. Evaluates the table's conditions
 * independently of the product's code.
 */
export function isAllowed(what: AccountAction, caller: Kind, { kind, where, used }: Variant) {
  const [how, unused] = (accountCondition(what, caller, kind) ?? 'never').split(' ')
  if (how === 'never' || (unused && used)) return false
  if (caller === 'admin') return true
  return how === 'any' || (how === 'here' ? where === 'here' || where === 'both' : where === 'here')
}

/**
 * Returns as one text everything that is stored about all accounts, or only about the account `of`. Leaves
 * out the account `but`, such as the caller's.
 */
export async function standing(
  db: Db,
  { of = null, but = null }: { of?: string | null; but?: string | null } = {},
) {
  const whose = (column: string) =>
    db`(${of}::uuid is null or ${db(column)} = ${of}) and ${db(column)} is distinct from ${but}`
  const rows = (name: string, columns: string, where: ReturnType<typeof whose>) =>
    db`(select json_agg(each order by each::text) from (select ${db.unsafe(columns)} from ${db(name)} where ${where}) each)`
  const [row] = await db<{ all: object }[]>`
    select json_build_array(
      ${rows('people', 'id, role, "group", first_name, last_name, avatar, email, user_name, password_hash, google_subject, disabled_at', whose('id'))},
      ${rows('staff', 'person_id, center_id, duty', db`active and ${whose('person_id')}`)},
      ${rows('parent_links', 'parent_id, center_id, student_id', db`ended_at is null and ${whose('parent_id')}`)},
      ${rows('sign_in_links', 'token_hash', db`used_at is null and ${whose('person_id')}`)},
      ${rows('email_changes', 'person_id, email, token_hash', whose('person_id'))},
      ${rows('sessions', 'id_hash', db`person_id is not null and ${whose('person_id')}`)},
      ${rows('second_factors', 'person_id', whose('person_id'))}) as all`
  return JSON.stringify(row?.all)
}
