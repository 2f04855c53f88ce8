import { conflict, notFound, Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { record } from '#server/audit.ts'
import { type Db, one, refuseOnConstraint } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { emailChangesOf, countMail } from '#server/throttle.ts'
import { inReadersLanguage, pageAddress, queueMail } from '#server/mail.ts'
import { countWrongLink } from '#server/rate-limits.ts'
import { newToken, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { mayManage } from '../management-queries.ts'
import { voidLinks } from '../passwords/queries.ts'
import { sendLink } from '../passwords/passwords.ts'
import type { emailChanges } from './api.ts'
import {
  dropEmailChange,
  emailChangeByLink,
  lockOwner,
  newEmailOf,
  otherWithEmail,
  putEmailChange,
  setEmail,
  takeEmailChange,
  accountStateOf,
} from './queries.ts'
import type { ActionCall, CallOrigin, HandlerInput } from '#server/call.ts'

/** Owner of the account, with the address from before the change. */
type Owner = { id: string; firstName: string; email: string | null }

const emailTaken = () => conflict('email_taken', t('Another account has this email address.'))

const nothingWaits = () => conflict('nothing_waits', t('There is no new email address to confirm.'))

const tokenInvalid = () =>
  new Problem(400, 'token_invalid', t('This link has already been used or has expired.'))

/**
 * Stores the pending address and emails it the link. The email leaves out the owner's name, because a
 * mistyped address may be a stranger's. Throws 429 after too many such emails.
 */
async function sendConfirmation(
  db: Db,
  settings: Settings,
  { personId, email }: { personId: string; email: string },
) {
  await countMail(db, emailChangesOf(personId))
  const token = newToken()
  await putEmailChange(db, { personId, email, tokenHash: sha256(token) })
  await queueMail(db, settings, {
    personId,
    to: email,
    purpose: 'email_confirm',
    words: () => ({
      subject: t('Confirm your new email address'),
      body: t(
        'Hello,\n\nThis address was entered as the new email address of a Blended Learning account. If the account is yours, confirm this address here:\n\n{link}\n\nThe link works once, within 24 hours. If you weren’t expecting this message, you can ignore it. Nothing will change.\n',
        { link: pageAddress(settings, `${inReadersLanguage('/confirm-email')}#token=${token}`) },
      ),
    }),
  })
}

/** Notifies the old address immediately, while it is still used to sign in. */
async function warnOldAddress(db: Db, settings: Settings, { id: personId, firstName, email }: Owner) {
  if (!email) return
  await queueMail(db, settings, {
    personId,
    to: email,
    purpose: 'email_asked',
    words: () => ({
      subject: t('Your email address is about to change'),
      body: t(
        'Hello {firstName},\n\nA new email address was entered for your account. This one stays in use until the new one is confirmed.\n\nIf you don’t want this change, log in and cancel it in your profile. If you don’t know who requested it, choose a new password. That stops the change and logs everyone out.\n\n{link}\n',
        { firstName, link: pageAddress(settings, '/forget-password') },
      ),
    }),
  })
}

/** Notifies both addresses of the change, and voids all links emailed earlier. */
async function mailBoth(
  db: Db,
  settings: Settings,
  { owner, email }: { owner: Owner; email: string | null },
) {
  await voidLinks(db, owner.id)
  const { id: personId, firstName } = owner
  const mailTo = (to: string, body: () => string) =>
    queueMail(db, settings, {
      personId,
      purpose: 'email_changed',
      to,
      words: () => ({ subject: t('Your email address was changed'), body: body() }),
    })
  if (owner.email)
    await mailTo(owner.email, () =>
      t(
        'Hello {firstName},\n\nThe email address of your account was just changed. You will no longer get messages here. If it wasn’t you, please tell your center right away.\n',
        { firstName },
      ),
    )
  if (email)
    await mailTo(email, () =>
      t(
        'Hello {firstName},\n\nThis is now the email address of your account. Use it to log in. You will also get messages here.\n',
        { firstName },
      ),
    )
}

type Change = { owner: Owner; email: string | null }

/**
 * Starts changing an account's address. For an account in use, a new address must be confirmed first: returns
 * true, or throws 409 if the account is closed or the address is taken, and 429 after too many such emails.
 * Returns false for an unused account, or if the address is only removed. The caller then writes the change
 * immediately and calls `settleEmail`.
 */
export async function startEmailChange(db: Db, settings: Settings, { owner, email }: Change) {
  const { inUse, closed } = one(await accountStateOf(db, owner.id), notFound)
  if (!inUse || email === null) return false
  if (closed)
    throw conflict('closed', t('This account is closed. Reopen it before you change its email address.'))
  if ((await otherWithEmail(db, { personId: owner.id, email })).length > 0) throw emailTaken()
  await sendConfirmation(db, settings, { personId: owner.id, email })
  await warnOldAddress(db, settings, owner)
  return true
}

/**
 * Follows up on an address that changed without confirmation. If the account is in use, notifies its owner.
 * Otherwise, voids its earlier links and sends an invitation to the new address, if there is one.
 */
export async function settleEmail(db: Db, settings: Settings, { owner, email }: Change) {
  const { inUse } = one(await accountStateOf(db, owner.id), notFound)
  await dropEmailChange(db, owner.id)
  if (inUse) return await mailBoth(db, settings, { owner, email })
  await voidLinks(db, owner.id)
  if (email) await sendLink(db, settings, { ...owner, email }, 'setup')
}

/**
 * Returns the change that a link confirms. Throws 400 for a wrong link, and 429 after too many wrong ones
 * from the same network address.
 */
export async function changeByLink(db: Db, token: string, { address }: { address: string }) {
  const [change] = await emailChangeByLink(db, sha256(token))
  if (change) return change
  countWrongLink(address)
  throw tokenInvalid()
}

/**
 * Replaces an account's address with the confirmed one. Locks the person and then the change, in the same
 * order as setting a password.
 */
async function confirmEmail(
  db: Db,
  settings: Settings,
  { token, personId }: { token: string; personId: string },
) {
  const owner = one(await lockOwner(db, personId), tokenInvalid)
  const { email } = one(await takeEmailChange(db, sha256(token)), tokenInvalid)
  await setEmail(db, { personId, email }).catch(
    refuseOnConstraint(
      'email_taken',
      conflict(
        'email_taken',
        t('This email address is now used by another account. Log in and enter a different address.'),
      ),
    ),
  )
  await mailBoth(db, settings, { owner, email })
  // The link proves access to the mailbox, so no session is required.
  record(db, null, {
    action: 'accounts.confirmEmail',
    entity: personId,
    before: { email: owner.email },
    after: { email },
  })
}

/** Sends another link to the pending address. */
async function sendConfirmationAgain(
  db: Db,
  settings: Settings,
  { actor, personId }: { actor: Actor; personId: string },
) {
  one(await lockOwner(db, personId), notFound)
  const { email } = one(await newEmailOf(db, personId), nothingWaits)
  await sendConfirmation(db, settings, { personId, email })
  record(db, actor, { action: 'accounts.resendEmail', entity: personId, after: { email } })
}

async function cancelEmailChange(db: Db, { actor, personId }: { actor: Actor; personId: string }) {
  const { email } = one(await dropEmailChange(db, personId), nothingWaits)
  record(db, actor, { action: 'accounts.cancelEmail', entity: personId, before: { email } })
}

/** Throws 404 for someone else's account, unless the caller may change its address. */
async function unlessForeign(db: Db, actor: Actor, personId: string) {
  if (personId !== actor.id && !(await mayManage(db, actor, { operation: 'readdress', personId })))
    throw notFound()
}

/** Confirms a new address with the link that was emailed to it. */
export async function applyEmailChange(
  { db, from }: ActionCall & CallOrigin,
  input: HandlerInput<(typeof emailChanges)['confirm']>,
  settings: Settings,
) {
  const { personId } = await changeByLink(db, input.token, from)
  await confirmEmail(db, settings, { token: input.token, personId })
}

export async function sendEmailLinkAgain(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof emailChanges)['again']>,
  settings: Settings,
) {
  await unlessForeign(db, actor, input.id)
  await sendConfirmationAgain(db, settings, { actor, personId: input.id })
}

export async function cancelPendingEmail(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof emailChanges)['cancel']>,
) {
  await unlessForeign(db, actor, input.id)
  await cancelEmailChange(db, { actor, personId: input.id })
}
