import { t } from '#shared/language.ts'
import { withId } from '#server/records.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { conflict, forbidden, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { type Database, type Db, one, refuseOnConstraint } from '#server/db.ts'
import { type Actor, type CenterId, enter } from '#server/gate.ts'
import { withAllCenters } from '#server/scope.ts'
import type { Settings } from '#server/settings.ts'
import { accounts } from './api.ts'
import { settleEmail, startEmailChange } from './email/email-changes.ts'
import { newEmailOf } from './email/queries.ts'
import { infoOf } from './rules.ts'
import { changeLanguage, changeUser, faceOnRoster, userRow, userRowFor, type UserRow } from './queries.ts'
import { checkPassword } from './passwords/passwords.ts'

/** Returns an account with its pending new email address. Only for callers who may change the address. */
async function withNewEmail(db: Db, row: UserRow) {
  const [newEmail = null] = await newEmailOf(db, row.id)
  return { ...withId(row), info: infoOf(row), newEmail }
}

/**
 * Returns the fields of a student on today's roster that a device may see: first name and picture
 * (reliability M4).
 */
async function faceOf(db: Db, center: CenterId, id: string) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const { firstName, avatar } = one(await faceOnRoster(db, center, { id, on: today(timeZone) }), notFound)
  return {
    _id: id,
    role: null,
    group: 'students' as const,
    firstName,
    lastName: '',
    info: { firstName },
    avatar,
    language: null,
    email: null,
    newEmail: null,
    userName: null,
    centers: [],
    version: 0,
  }
}

const shownOnly = ['_id', 'role', 'group', 'userName', 'centers', 'info'] as const
type Change = HandlerInput<typeof accounts.change>

const changesEmail = ({ email }: Change, row: UserRow) => email !== undefined && email !== row.email

/**
 * Throws 403 for fields that the caller can't change (product §2), and 422 for removing an email address that
 * is needed to log in.
 */
function refuseChange(input: Change, { kind }: Actor, row: UserRow) {
  const now = { ...withId(row), info: infoOf(row) }
  for (const field of shownOnly)
    if (input[field] !== undefined && JSON.stringify(input[field]) !== JSON.stringify(now[field]))
      throw forbidden('readonly_field', t('{field} can’t be changed here.', { field }))
  const more =
    input.firstName !== row.firstName || input.lastName !== row.lastName || changesEmail(input, row)
  if (kind === 'students' && more)
    throw forbidden(
      'readonly_field',
      t('You can only change your picture. Please ask your center for anything else.'),
    )
  if (input.email === null && row.email !== null && row.userName === null)
    throw refused(
      'email_needed',
      t('This account needs an email address to log in. You can change the address, but not remove it.'),
      '/email',
    )
}

/**
 * Returns an account as the caller may see it. A tablet sees only the first name and picture of students on
 * today's roster.
 */
export async function profileOf({ db, actor }: ActionCall, id: string) {
  if (actor.kind === 'devices')
    return await faceOf(db, await enter(db, actor, actor.centers[0] as string), id)
  if (id === actor.id || actor.kind === 'admin')
    return await withNewEmail(db, one(await userRow(db, id), notFound))
  const row = one(await withAllCenters(db, (all) => userRowFor(all, actor, id)), notFound)
  return { ...withId(row), info: infoOf(row), newEmail: null }
}

/**
 * Changes an account. A new email address requires the caller's own password and, if the account is in use,
 * applies once it is confirmed. Throws 404 for somebody else's account unless the caller is an admin, 403 for
 * fields that the caller can't change, and 412 if the account has changed since the caller saw it.
 */
export async function changeProfile(
  { db, actor, ifMatch }: ActionCall<Database> & IfMatch,
  input: Change,
  settings: Settings,
) {
  if (input.id !== actor.id && actor.kind !== 'admin') throw notFound()
  const known = one(await userRow(db.read, input.id), notFound)
  refuseChange(input, actor, known)
  const proven =
    changesEmail(input, known) && input.currentPassword
      ? await checkPassword(db, actor, input.currentPassword)
      : null
  return await db.write(async (write) => {
    const row = one(await userRow(write, input.id, { lock: true }), notFound)
    refuseChange(input, actor, row)
    if (changesEmail(input, row) && !proven)
      throw forbidden(
        'reauth',
        actor.id === row.id
          ? t('Enter your current password to change the email address.')
          : t('Enter your own password to change the email address.'),
      )
    const wanted = input.email === undefined ? row.email : input.email
    const changes = changesEmail(input, row)
    const waits = changes && (await startEmailChange(write, settings, { owner: row, email: wanted }))
    const email = waits ? row.email : wanted
    const changed = await changeUser(write, { ...input, email }, ifMatch).catch(
      refuseOnConstraint(
        'email_taken',
        conflict('email_taken', t('Another account has this email address.')),
      ),
    )
    if (changed.length === 0) throw stale(await withNewEmail(write, row))
    if (input.language !== undefined) await changeLanguage(write, row.id, input.language)
    if (changes && !waits) await settleEmail(write, settings, { owner: row, email })
    const after = one(await userRow(write, input.id), notFound)
    record(write, actor, {
      action: 'accounts.change',
      entity: input.id,
      before: withId(row),
      after: withId(after),
    })
    if (waits)
      record(write, actor, { action: 'accounts.askEmail', entity: input.id, after: { email: wanted } })
    return await withNewEmail(write, after)
  })
}
