import { conflict, notFound, refused } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { countMail, invitationsBy, invitationsTo } from '#server/throttle.ts'
import { pageAddress, queueMail } from '#server/mail.ts'
import { newToken, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { mayManage } from '../management-queries.ts'
import { putLink } from '../passwords/queries.ts'
import { people } from './api.ts'
import { giveUserName, lockUserNames, parentAccount, parentsToNotify, studentAccount } from './queries.ts'
import { unlessClosed, sendInvitation, unlessUsed } from './staff.ts'
import type { HandlerInput, CenterCall } from '#server/call.ts'
import type { Database } from '#server/db.ts'

/**
 * Returns the preferred user name for a first name: its letters a-z and digits, or `student` if it has none.
 */
const wishFrom = (firstName: string) =>
  firstName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '') || 'student'

type EmailHandover = {
  center: CenterId
  student: { id: string; firstName: string; invited: boolean; userName: string | null }
}

/**
 * Creates a link that the office hands over and that lets a student choose a password. Gives the student a
 * user name if they have none. The link lasts seven days for the first password. For an account in use, it
 * lasts half an hour, and the parents are notified.
 */
async function handOver(db: Db, settings: Settings, { center, student }: EmailHandover) {
  await lockUserNames(db)
  const userName =
    student.userName ??
    one(await giveUserName(db, { id: student.id, wish: wishFrom(student.firstName) }), notFound).userName
  const purpose = student.invited ? ('setup' as const) : ('recovery' as const)
  const token = newToken()
  await putLink(db, { personId: student.id, tokenHash: sha256(token), purpose })
  if (purpose === 'recovery')
    for (const parent of await parentsToNotify(db, student.id))
      await queueMail(db, settings, {
        personId: parent.id,
        to: parent.email,
        purpose: 'password_link',
        center,
        words: () => {
          const values = { parent: parent.firstName, child: student.firstName, center }
          return {
            subject: t('Password reset link for {child}', values),
            body: t(
              'Hello {parent},\n\n{center} created a link that lets {child} choose a new password. If nobody asked for it, please contact the center right away.\n',
              values,
            ),
          }
        },
      })
  return {
    userName,
    purpose,
    link: pageAddress(settings, `/${purpose === 'setup' ? 'setup' : 'password-reset'}#token=${token}`),
  }
}

/**
 * Invites a student by email or, if the student has no email, creates a link that the office hands over.
 * Throws 409 `in_use` for an account in use that has an email, and `elsewhere` if the caller may not create
 * such a link.
 */
export async function inviteStudent(
  { actor, db, center }: CenterCall<Database>,
  input: HandlerInput<(typeof people)['inviteStudent']>,
  settings: Settings,
) {
  return await db.write(async (write) => {
    const student = unlessClosed(one(await studentAccount(write, center, input.studentId), notFound))
    const { id: personId, email, userName } = student
    if (email) {
      await unlessUsed(write, actor, personId)
      record(write, actor, { action: 'families.invite', entity: personId, center })
      await sendInvitation(write, settings, { person: { ...student, email }, by: center, center })
      return { email, userName, link: null, purpose: 'setup' as const }
    }
    if (!(await mayManage(write, actor, { operation: 'handOver', personId })))
      throw conflict(
        'elsewhere',
        t('This student is at another center too, so only an admin can create this link.'),
      )
    await countMail(write, invitationsBy(center), invitationsTo(personId))
    const made = await handOver(write, settings, { center, student })
    const after = { userName: made.userName, inUse: !student.invited }
    record(write, actor, { action: 'families.invite', entity: personId, center, after })
    return { email: null, ...made }
  })
}

/** Emails a parent the invitation to their account. Throws 409 `in_use` if the account is already in use. */
export async function inviteParent(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof people)['inviteParent']>,
  settings: Settings,
) {
  const person = unlessClosed(one(await parentAccount(db, center, input.parentId), notFound))
  if (!person.email) throw refused('no_email', t('This parent has no email address.'))
  await unlessUsed(db, actor, person.id)
  await sendInvitation(db, settings, { person: { ...person, email: person.email }, by: center, center })
  record(db, actor, { action: 'families.invite', entity: person.id, center })
}
