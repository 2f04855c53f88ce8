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
 * A page of mail, newest first (ids are in the order of time), and the id to go on after; with `centers` only that of people below a manager
 * there. Who belongs to another centre too is left out, because whoever reads their links can open what they reach there.
 */
export async function mailPage(db: Db, { after, centers }: { after: string | null; centers: readonly string[] | null }) {
  const theirs = [...(centers ?? [])]
  const rows = await db<MailRow[]>`
    with belonging as (
      select person_id as id, center_id from staff where active
      union all select id, center_id from students
      union all select parent_id, center_id from parent_links where ended_at is null
    ), below as materialized (
      select b.id from belonging b join people p on p.id = b.id
      where p.role is distinct from 'admin' and p.role is distinct from 'manager'
      group by b.id having bool_and(b.center_id = any(${theirs}))
    )
    select m.id, m.to_address as "to", p.first_name || ' ' || p.last_name as name, m.subject, m.body, m.purpose, m.state, m.error, m.created_at, m.sent_at
    from mail m join people p on p.id = m.person_id
    where (${after}::uuid is null or m.id < ${after}) and (${centers === null} or m.person_id in (select id from below))
    order by m.id desc limit ${page + 1}
  `
  const shown = rows.slice(0, page)
  return { rows: shown, after: rows.length > page ? (shown.at(-1)?.id ?? null) : null }
}
