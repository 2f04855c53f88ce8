import { t } from '#shared/language.ts'
import { withId } from '#server/records.ts'
import { putDuty } from '#features/centers/queries.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { enter } from '#server/gate.ts'
import { publishEnd } from '#server/live.ts'
import type { Settings } from '#server/settings.ts'
import { dropEmailChange } from '../email/queries.ts'
import { endSessions, voidLinks } from '../passwords/queries.ts'
import { putPerson } from '../queries.ts'
import { people } from './api.ts'
import { lockAccount, lockAdmins, setDisabled } from './queries.ts'
import { needsCenter } from './staff-words.ts'
import { emailTaken, newPerson, unlessClosed, sendInvitation, unlessUsed } from './staff.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/**
 * Creates a staff account and emails the invitation. Throws 409 `email_taken`, and 422 if the role needs a
 * center and none is given.
 */
export async function inviteAccount(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof people)['invite']>,
  settings: Settings,
) {
  const { centers, ...names } = input
  if (needsCenter(input.role) && centers.length === 0)
    throw refused('needs_center', t('A manager or an operator needs at least one center.'), '/centers')
  const person = newPerson(names)
  await putPerson(db, person).catch(emailTaken)
  for (const centerId of centers)
    await putDuty(db, {
      centerId: await enter(db, actor, centerId),
      personId: person.id,
      duty: 'office',
      type: 'permanent',
    })
  await sendInvitation(db, settings, { person: { ...person, email: input.email }, by: actor.id })
  record(db, actor, { action: 'accounts.invite', entity: person.id, after: { ...names, centers } })
  const { passwordHash: _, ...known } = person
  return withId({ ...known, centers, invited: true, disabled: false })
}

export async function inviteAgain(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof people)['inviteAgain']>,
  settings: Settings,
) {
  const person = unlessClosed(one(await lockAccount(db, input.id), notFound))
  if (!person.email) throw refused('no_email', t('This account has no email address.'))
  await unlessUsed(db, actor, person.id)
  await sendInvitation(db, settings, { person: { ...person, email: person.email }, by: actor.id })
  record(db, actor, { action: 'accounts.inviteAgain', entity: person.id })
}

/**
 * Closes or reopens an account. Closing also ends its sessions and voids its emailed links and pending email
 * address. Throws 409 for the caller's own account and for the last open admin account.
 */
export async function closeAccount({ actor, db }: ActionCall, input: HandlerInput<(typeof people)['close']>) {
  await lockAdmins(db)
  const person = one(await lockAccount(db, input.id), notFound)
  if (person.id === actor.id) throw conflict('own_account', t('You can’t close your own account.'))
  if (!(await setDisabled(db, input)))
    throw conflict('last_admin', t('This is the last admin account, so it can’t be closed.'))
  if (input.disabled) {
    await endSessions(db, { personId: person.id })
    publishEnd(db, { person: person.id })
    await dropEmailChange(db, person.id)
    await voidLinks(db, person.id)
  }
  record(db, actor, {
    action: 'accounts.close',
    entity: person.id,
    before: { disabled: person.disabled },
    after: { disabled: input.disabled },
  })
}
