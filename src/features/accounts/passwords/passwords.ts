import { record } from '#server/audit.ts'
import { knownFor } from '#server/known-browsers.ts'
import { publishEnd } from '#server/live.ts'
import { perMinute } from '#server/token-bucket.ts'
import { hashPassword } from '#server/passwords.ts'
import { openSession } from '#server/session.ts'
import { endSessions, setPassword, takeLink, voidLinks } from './queries.ts'
import { forbidden, notFound, Problem, refused } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { type Database, type Db, one } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { homeOf } from '#server/networks.ts'
import { withLimits, pauses } from '#server/throttle.ts'
import { addJob } from '#server/jobs.ts'
import { browserAt } from '#server/known-browsers.ts'
import { inReadersLanguage, pageAddress, queueMail } from '#server/mail.ts'
import { spend } from '#server/token-bucket.ts'
import { passwordFits } from '#server/passwords.ts'
import { countWrongLink } from '#server/rate-limits.ts'
import { newToken, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { strengthOf } from '#server/password-strength.ts'
import { accountByName } from '../queries.ts'
import { minScore, type Purpose, type Role, strengthWords } from '../rules.ts'
import { passwords } from './api.ts'
import { linkOwner, passwordHashOf, putLink } from './queries.ts'
import type { ActionCall, CallOrigin, HandlerInput } from '#server/call.ts'

type Owner = { role: string | null; firstName: string; lastName: string; email: string | null }

/**
 * Limit on requests for a new password from one network address, by browsers that haven't signed in to the
 * account before.
 */
const recoveries = { perSecond: 1, burst: 60 }

const tokenInvalid = () =>
  new Problem(400, 'token_invalid', t('This link has already been used or has expired. Request a new one.'))

/**
 * Returns the owner of a link. Throws 400 for a wrong link, and 429 after too many wrong ones from one
 * network address. A valid link still works then, because nobody can guess its 256 bits.
 */
export async function ownerOfLink(db: Db, tokenHash: Buffer, { address }: { address: string }) {
  const [owner] = await linkOwner(db, tokenHash)
  if (owner) return owner
  countWrongLink(address)
  throw tokenInvalid()
}

const noAccount = { id: '', passwordHash: null }

/**
 * Throws 422 `weak_password` for a password that is too weak for its owner (product §2: at least 2 of 4, or 3
 * for staff).
 */
async function strongEnough(password: string, { role, firstName, lastName, email }: Owner) {
  const { score, feedback } = await strengthOf(password, [
    firstName,
    lastName,
    email,
    email?.split('@')[0] ?? null,
  ])
  if (score < minScore({ role: role as Role | null }))
    throw refused(
      'weak_password',
      t('This password is {strength}. {feedback}', {
        strength: t(strengthWords[score]).toLowerCase(),
        feedback: feedback || t('Choose a longer one.'),
      }),
      '/password',
    )
}

/** Notifies the owner that their password was changed, if they have an email address. */
async function mailPasswordChanged(
  db: Db,
  settings: Settings,
  { id, firstName, email }: Owner & { id: string },
) {
  if (!email) return
  await queueMail(db, settings, {
    personId: id,
    to: email,
    purpose: 'password_changed',
    words: () => ({
      subject: t('Your password was changed'),
      body: t(
        'Hello {firstName},\n\nYour password was just changed. If this was you, no action is needed.\n\nIf it wasn’t, please tell your center right away.\n',
        { firstName },
      ),
    }),
  })
}

/**
 * Emails a one-time link, which voids earlier ones for the same purpose unless `keep` is set. The token is
 * after `#`, so that it never reaches a server's log.
 */
export async function sendLink(
  db: Db,
  settings: Settings,
  person: { id: string; firstName: string; email: string },
  link: Purpose | { purpose: Purpose; keep?: boolean; center?: string | undefined },
) {
  const { purpose, keep = false, center } = typeof link === 'string' ? { purpose: link } : link
  const token = newToken()
  await putLink(db, { personId: person.id, tokenHash: sha256(token), purpose, keep })
  const page = purpose === 'setup' ? '/setup' : '/password-reset'
  const { firstName } = person
  await queueMail(db, settings, {
    personId: person.id,
    to: person.email,
    purpose,
    ...(center !== undefined && { center }),
    words: () => {
      const address = pageAddress(settings, `${inReadersLanguage(page)}#token=${token}`)
      return purpose === 'setup'
        ? {
            subject: t('Welcome to Blended Learning'),
            body: t(
              'Hello {firstName},\n\nAn account was created for you. Choose your password here:\n\n{address}\n\nThe link works once, within seven days. If you weren’t expecting this message, you can ignore it.\n',
              { firstName, address },
            ),
          }
        : {
            subject: t('Reset your Blended Learning password'),
            body: t(
              'Hello {firstName},\n\nChoose a new password here:\n\n{address}\n\nThe link works once, within thirty minutes. If you weren’t expecting this message, you can ignore it.\n',
              { firstName, address },
            ),
          }
    },
  })
}

/**
 * Checks the caller's own password again, so that an unattended tablet isn't enough (reliability T29). Throws
 * 403 `wrong_password`, and 429 after too many guesses. Each session has its own limit, so that guesses in a
 * stolen session don't delay the owner. Hashing is slow, so call this before the transaction.
 */
export async function checkPassword(db: Database, actor: Actor, password: string) {
  const person = one(await passwordHashOf(db.read, actor.id), notFound)
  await withLimits(db, [pauses(`password ${actor.id} ${actor.session}`)], async () => {
    if (await passwordFits(person.passwordHash, password)) return
    throw new Problem(401, 'wrong_password', '')
  }).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'wrong_password'
      ? forbidden('wrong_password', t('The current password is wrong.'))
      : error
  })
  return person
}

/**
 * Queues the job that emails a link for choosing a new password, if the name belongs to an account. Behaves
 * the same for unknown names. Throws 429 after too many requests from one network address.
 */
export async function requestRecovery(
  { db, from }: ActionCall<Database> & CallOrigin,
  input: HandlerInput<(typeof passwords)['recover']>,
) {
  // Unknown names take the same path, and therefore the same time.
  const account =
    from.known.length > 0 ? ((await accountByName(db.read, input.email))[0] ?? noAccount) : noAccount
  const isKnown = (await browserAt(db.read, from.known, account)) !== null
  if (!isKnown) spend(`recovery ${homeOf(from.address)}`, recoveries, performance.now())
  await db.write((write) =>
    addJob(write, 'recovery', { name: input.email, address: isKnown ? null : from.address }),
  )
}

/**
 * Changes the caller's own password, voids emailed links and ends all sessions. Returns a new session, and
 * the data that marks the browser as known. Throws 403 for a wrong current password, 422 for a weak new one,
 * and 404 for someone else's account.
 */
export async function changePassword(
  { db, actor, from }: ActionCall<Database> & CallOrigin,
  input: HandlerInput<(typeof passwords)['change']>,
  settings: Settings,
) {
  if (input.id !== actor.id) throw notFound()
  const person = await checkPassword(db, actor, input.currentPassword)
  await strongEnough(input.password, person)
  const passwordHash = await hashPassword(input.password)
  return await db.write(async (write) => {
    await setPassword(write, { personId: actor.id, passwordHash })
    await voidLinks(write, actor.id)
    // Ends this session too, because someone may have copied its cookie (reliability T5). The caller's own
    // windows reconnect with the new session.
    for (const { session } of await endSessions(write, { personId: actor.id }))
      publishEnd(write, { session, again: session === actor.session })
    record(write, actor, { action: 'accounts.password', entity: actor.id })
    await mailPasswordChanged(write, settings, { ...person, id: actor.id })
    return {
      known: await knownFor(write, from.known, { id: actor.id, passwordHash }),
      session: await openSession(write, actor, from),
    }
  })
}

/** Limit on the passwords that can be tried with valid links of one account. */
const passwordsByLink = perMinute(30)

/**
 * Sets a new password with an emailed link, and ends all sessions of the account. Throws 400 for a link that
 * is used, expired or wrong, and 422 for a weak password.
 */
export async function resetPassword(
  { db, from }: { db: Database } & CallOrigin,
  input: HandlerInput<(typeof passwords)['reset']>,
  settings: Settings,
) {
  const tokenHash = sha256(input.token)
  const owner = await ownerOfLink(db.read, tokenHash, from)
  spend(`passwords by link ${owner.personId}`, passwordsByLink)
  await strongEnough(input.password, owner)
  const passwordHash = await hashPassword(input.password)
  const { personId } = owner
  return await db.write(async (write) => {
    one(await takeLink(write, tokenHash), tokenInvalid)
    await setPassword(write, { personId, passwordHash })
    await voidLinks(write, personId)
    await endSessions(write, { personId })
    publishEnd(write, { person: personId })
    record(write, null, { action: 'accounts.reset', entity: personId })
    if (owner.purpose === 'recovery') await mailPasswordChanged(write, settings, { ...owner, id: personId })
    // The link proves access to the mailbox, so this browser isn't slowed down when others guess passwords
    // for the account.
    return await knownFor(write, from.known, { id: personId, passwordHash })
  })
}
