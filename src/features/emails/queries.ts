import { classWords } from '#features/history/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import type { Day } from '#shared/days.ts'
import type { FamilyRow } from './rules.ts'

/**
 * Selects the parents of the students that match a condition, one row per student and parent. A student
 * without parents has one row, with null for the parent.
 */
const families = (db: Db, center: CenterId, condition: ReturnType<Db>) => db<FamilyRow[]>`
  select s.id as student_id, p.first_name, trim(p.first_name || ' ' || p.last_name) as name,
    parent.id as parent_id, trim(parent.first_name || ' ' || parent.last_name) as parent, parent.email, l.contact, l.mails,
    exists (select from unsubscriptions u where u.center_id = s.center_id and u.person_id = l.parent_id and u.kind = 'all') as unsubscribed
  from students s
  join people p on p.id = s.id
  left join parent_links l on l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null
  left join people parent on parent.id = l.parent_id
  where s.center_id = ${center} and ${condition}
  order by p.last_name, p.first_name, p.id, parent.last_name, parent.first_name, parent.id
`

export const familiesOf = (db: Db, center: CenterId, studentIds: readonly string[]) =>
  families(db, center, db`s.id = any(${[...studentIds]}::uuid[])`)

/**
 * Selects the families of everyone with a place in a class on a day, except those on the waitlist or on a
 * break. The class may be canceled.
 */
export const familiesInClass = (
  db: Db,
  center: CenterId,
  { classId, date }: { classId: string; date: Day },
) =>
  families(
    db,
    center,
    db`s.id in (
      select pl.student_id from places pl
      where pl.center_id = ${center} and pl.class_id = ${classId} and pl.type <> 'waitlist' and pl.during @> ${date}::date and not exists (
        select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> ${date}::date and pl.type = 'regular'))`,
  )

/** Selects the families of everyone expected in any class on some days, even if the center is closed. */
export const familiesOnDays = (db: Db, center: CenterId, { date, until }: { date: Day; until: Day }) =>
  families(
    db,
    center,
    db`s.id in (
      select pl.student_id from generate_series(${date}::date, ${until}::date, '1 day') day cross join lateral (select day::date as at) d
      join class_terms t on t.center_id = ${center} and t.during @> d.at and t.day = extract(dow from d.at)
      join places pl on pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist' and pl.during @> d.at
      where not exists (
        select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at and pl.type = 'regular'))`,
  )

/**
 * Selects families by filter: 0 active students, 1 prospects who aren't lost, 2 both. With a subject, only
 * students who have a program in it.
 */
export const familiesFound = (
  db: Db,
  center: CenterId,
  { filter, subject = null }: { filter: number; subject?: string | null },
) =>
  families(
    db,
    center,
    db`(s.status = 'active' and ${filter !== 1} or s.status = 'prospect' and ${filter !== 0} and not exists (
      select from prospects pr where pr.center_id = s.center_id and pr.student_id = s.id and pr.stage = 'lost' and not exists (
        select from places pl where pl.center_id = s.center_id and pl.student_id = s.id and pl.created_at > pr.stage_at))) and (${subject}::text is null or exists (
      select from programs pr where pr.center_id = s.center_id and pr.student_id = s.id and pr.name = ${subject}))`,
  )

export const classNamed = (db: Db, center: CenterId, classId: string) => db<{ name: string }[]>`
  select ${classWords(db)} as name from classes c where center_id = ${center} and id = ${classId}
`

/** Serializes messages of a center, so that simultaneous ones can't together exceed the limit. */
export const lockMailings = (db: Db, center: CenterId) =>
  db`select pg_advisory_xact_lock(hashtextextended('mailings ' || ${center}, 0))`

/**
 * Counts the emails to families that a center has written within the last hour, and returns the number of
 * seconds until the oldest of them is an hour old.
 */
export const mailsOfHour = (db: Db, center: CenterId) => db<{ count: number; seconds: number | null }[]>`
  select count(*)::int as count, extract(epoch from min(m.created_at) + interval '1 hour' - now())::int as seconds
  from mailings w join mail m on m.mailing_center = w.center_id and m.mailing_id = w.id
  where w.center_id = ${center} and w.created_at > now() - interval '1 hour'
`

type NewMailing = { id: string; subject: string; body: string; audience: object; by: string }

export const putMailing = (db: Db, center: CenterId, { id, subject, body, audience, by }: NewMailing) => db`
  insert into mailings (center_id, id, subject, body, audience, by)
  values (${center}, ${id}, ${subject}, ${body}, ${db.json(audience as never)}, ${by})
`

export type MailingRow = {
  id: string
  subject: string
  body: string
  about: string
  by: string
  createdAt: string
  counts: { queued: number; sent: number; failed: number; kept: number }
}

const page = 50

/**
 * Selects a page of a center's messages, newest first (ids are in order of time), and the id after which the
 * next page continues. `id` selects a single message.
 */
export async function mailingsPage(
  db: Db,
  center: CenterId,
  { after = null, id = null }: { after?: string | null; id?: string | null },
) {
  const found = await db<MailingRow[]>`
    select w.id, w.subject, w.body, w.audience ->> 'about' as about, trim(p.first_name || ' ' || p.last_name) as by, w.created_at, (
      select jsonb_build_object('queued', count(*) filter (where m.state = 'queued'), 'sent', count(*) filter (where m.state = 'sent'),
        'failed', count(*) filter (where m.state in ('failed', 'stopped')), 'kept', count(*) filter (where m.state = 'kept'))
      from mail m where m.mailing_center = w.center_id and m.mailing_id = w.id) as counts
    from mailings w join people p on p.id = w.by
    where w.center_id = ${center} and (${after}::uuid is null or w.id < ${after}) and (${id}::uuid is null or w.id = ${id})
    order by w.id desc limit ${page + 1}
  `
  const { rows, last } = pageOf(found, page)
  return { rows, after: last?.id ?? null }
}

export const mailingCount = (db: Db, center: CenterId) => db<{ count: number }[]>`
  select count(*)::int as count from mailings where center_id = ${center}
`
