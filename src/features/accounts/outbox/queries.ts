import type { Db } from '#server/db.ts'

const page = 50

type MailRow = {
  id: string
  to: string
  name: string
  subject: string
  body: string
  purpose: string
  state: 'queued' | 'sent' | 'failed' | 'kept'
  error: string | null
  createdAt: string
  sentAt: string | null
}

/**
 * Mail, newest first (ids are in the order of time); with `centers` only that of people below a manager there. Who belongs to another centre
 * too is left out, because whoever reads their links can open what they reach there.
 */
export const mailPage = (db: Db, { after, centers }: { after: string | null; centers: readonly string[] | null }) => db<MailRow[]>`
  select m.id, m.to_address as "to", p.first_name || ' ' || p.last_name as name, m.subject, m.body, m.purpose, m.state, m.error, m.created_at, m.sent_at
  from mail m join people p on p.id = m.person_id
  cross join lateral (select array(
    select center_id from staff where person_id = p.id and active
    union select center_id from students where id = p.id
    union select center_id from parent_links where parent_id = p.id and ended_at is null) as centers) belongs
  where (${after}::uuid is null or m.id < ${after})
    and (${centers === null} or p.role is distinct from 'admin' and p.role is distinct from 'manager'
      and belongs.centers <> '{}' and belongs.centers <@ ${[...(centers ?? [])]}::text[])
  order by m.id desc limit ${page}
`
