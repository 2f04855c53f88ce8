import type { Db } from '#server/db.ts'
import { withoutLink } from '#server/mail.ts'
import { pageOf } from '#server/page.ts'
import { manageable } from '../management-queries.ts'

const page = 50

type MailRow = {
  id: string
  to: string
  name: string
  subject: string
  body: string
  purpose: string
  state: 'queued' | 'sent' | 'failed' | 'stopped' | 'kept'
  error: string | null
  createdAt: string
  sentAt: string | null
}

/**
 * Returns a page of emails, newest first (ids are in order of time), and the id after which the next page
 * continues. Admins get all emails. Other callers get emails to accounts whose emails they may read, unless
 * another center sent the email; sign-in links are left out unless the caller may use them. They also get
 * their centers' emails about unconfirmed trial requests, and emails that test their centers' design. Only
 * admins see the link that confirms a trial request, because the address may belong to a parent at another
 * center. Run it with `withAllCenters`.
 */
export async function mailPage(
  db: Db,
  { after, caller }: { after: string | null; caller: Parameters<typeof manageable>[2] },
) {
  const centers = [...caller.centers]
  const found = await db<MailRow[]>`
    with near as materialized (
      select person_id as id from staff where active and center_id = any(${centers})
      union select id from students where center_id = any(${centers})
      union select parent_id from parent_links where ended_at is null and center_id = any(${centers})
    ), readable as materialized (select p.id from people p where p.id in (select id from near) and ${manageable(db, 'readMail', caller)})
    select m.id, m.to_address as "to", coalesce(p.first_name || ' ' || p.last_name, '') as name, m.subject,
      case when ${manageable(db, 'readLinks', caller)} then m.body else ${withoutLink(db, '(The link is shown to admins only.)')} end as body, m.purpose, m.state, m.error, m.created_at, m.sent_at
    from mail m left join people p on p.id = m.person_id
    where (${after}::uuid is null or m.id < ${after}) and (${caller.kind === 'admin'}
      or m.person_id is null and m.trial_center = any(${centers}) or m.purpose = 'test' and m.from_center = any(${centers}) or m.person_id in (select id from readable) and coalesce(coalesce(m.mailing_center, m.from_center) = any(${centers}), true))
    order by m.id desc limit ${page + 1}
  `
  const { rows, last } = pageOf(found, page)
  return { rows, after: last?.id ?? null }
}
