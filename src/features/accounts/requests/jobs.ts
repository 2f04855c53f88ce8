import { countTry, requestsBy, requestsTo } from '#server/throttle.ts'
import type { JobTools } from '#server/jobs.ts'
import { pageAddress, queueMail } from '#server/mail.ts'
import { t } from '#shared/language.ts'
import { requestOwner } from './queries.ts'

/**
 * Emails the owner of an account about a center's request for consent. Runs as a job so that the center's
 * call takes the same time for every kind of account. The email doesn't name the child, because the address
 * may be a stranger's.
 */
export const mailRequest = async (
  { centerId, id }: { centerId: string; id: string },
  { database, settings }: JobTools,
) =>
  await database.write(async (db) => {
    const [owner] = await requestOwner(db, { centerId, id })
    if (!owner?.email || !(owner.role ?? owner.group)) return
    // Once the limit on emails is reached, the request appears only on the owner's page.
    if (
      (await countTry(db, requestsTo(owner.personId))) > 0 ||
      (await countTry(db, requestsBy(centerId))) > 0
    )
      return
    const page =
      owner.group === 'parents'
        ? '/parent'
        : owner.role
          ? `/users/${owner.personId}`
          : `/profile/${owner.personId}`
    const values = { firstName: owner.firstName, center: centerId, link: pageAddress(settings, page) }
    await queueMail(db, settings, {
      personId: owner.personId,
      to: owner.email,
      purpose: 'request',
      center: centerId,
      words: () => ({
        subject: t('{center} is asking for your consent', values),
        body:
          owner.duty === null
            ? t(
                'Hello {firstName},\n\n{center} would like to add a child to your account. Nothing changes unless you accept. Log in to accept or decline:\n\n{link}\n\nIf you don’t know this center, decline.\n',
                values,
              )
            : t(
                'Hello {firstName},\n\n{center} would like to add you to its staff. Nothing changes unless you accept. Log in to accept or decline:\n\n{link}\n\nIf you don’t know this center, decline.\n',
                values,
              ),
      }),
    })
  })
