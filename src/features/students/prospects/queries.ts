import { found } from '../list-queries.ts'
import { programsOf } from '../queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Card, SourceFigures } from './api.ts'
import type { Facts, SetStage, Trial } from './stages.ts'

export type ProspectRow = Facts &
  Pick<
    Card,
    | 'firstName'
    | 'lastName'
    | 'grade'
    | 'programs'
    | 'note'
    | 'source'
    | 'lostReason'
    | 'nextStep'
    | 'nextOn'
    | 'version'
  > & {
    id: string
    studentNum: string
    trial: Trial | null
  }

/**
 * Returns SQL for the facts about a student `s` since the inquiry in the row `pr` of `prospects`. A fact
 * later than `today` counts as happening today.
 */
const factsOf = (db: Db, today: Day) => db`
  select f.stage, f.at, least((f.at at time zone c.time_zone)::date, ${today}::date) as "on"
  from (
    select 'assessment' as stage, created_at as at from student_tests where center_id = s.center_id and student_id = s.id
    union all select 'assessment', assigned_at from work where kind = 'assessment' and center_id = s.center_id and student_id = s.id and state <> 'void'
    union all select case type when 'trial' then 'trial' else 'offer' end, created_at from places
      where center_id = s.center_id and student_id = s.id and type <> 'make-up') f
  where f.at >= coalesce(pr.began_at, '-infinity')`

const onDay = (db: Db, at: ReturnType<Db>, today: Day) => db`
  jsonb_build_object('at', ${at}, 'on', least((${at} at time zone c.time_zone)::date, ${today}::date))`

type ProspectQuery = { today: Day; since: Day } & ({ studentId: string } | { search: string })

const condition = (db: Db, center: CenterId, query: ProspectQuery) =>
  'studentId' in query
    ? db`s.center_id = ${center} and s.id = ${query.studentId} and s.status = 'prospect'`
    : db`${found(db, center, { filter: 2, search: query.search })}
      and (s.status = 'prospect' or s.status = 'active' and pr.enrolled_on >= ${query.since})
      and (pr.stage is distinct from 'lost' or pr.stage_at >= ${query.since} or exists (select from (${factsOf(db, query.today)}) later where later.at > pr.stage_at))`

/**
 * Returns one prospect, or all prospects who match a search. A search also finds students who enrolled on
 * `since` or later. It leaves out prospects lost before `since` unless a later fact has brought them back.
 */
export const prospectRows = (db: Db, center: CenterId, query: ProspectQuery) => db<ProspectRow[]>`
  select s.id, s.student_num, p.first_name, p.last_name, s.grade, ${programsOf(db)} as programs, coalesce(pr.source, '') as source,
    coalesce(pr.lost_reason, '') as lost_reason, coalesce(pr.next_step, '') as next_step, pr.next_on, coalesce(pr.version, 0) as version,
    case when s.status = 'active' then pr.enrolled_on end as enrolled_on, ${onDay(db, db`coalesce(pr.began_at, s.created_at)`, query.today)} as began,
    case when pr.stage is not null then ${onDay(db, db`pr.stage_at`, query.today)} || jsonb_build_object('stage', pr.stage) end as set,
    (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (${factsOf(db, query.today)}) f) as facts, trial.facts as trial,
    (select n.msg from student_notes n where n.center_id = s.center_id and n.student_id = s.id and n.active order by n.id desc limit 1) as note
  from students s join people p on p.id = s.id join centers c on c.id = s.center_id
  left join prospects pr on pr.center_id = s.center_id and pr.student_id = s.id
  left join lateral (
    select jsonb_build_object('on', lower(pl.during), 'classId', klass.id, 'className', klass.name, 'came', case when a.id is not null then a.arrived_at is not null end) as facts
    from places pl join classes klass on klass.center_id = pl.center_id and klass.id = pl.class_id
    left join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id and a.held_on = lower(pl.during)
    where pl.center_id = s.center_id and pl.student_id = s.id and pl.type = 'trial' order by pl.during desc limit 1) trial on true
  where ${condition(db, center, query)}
`

type ProspectCounts = { trials: number; came: number; enrolled: number; days: number | null }

/** Returns figures about a center's prospects since a given day. */
export const prospectFigures = (db: Db, center: CenterId, { since, today }: { since: Day; today: Day }) => db<
  ProspectCounts[]
>`
  select tried.*, won.* from (
    select count(*)::int as trials, count(a.arrived_at)::int as came
    from places pl join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id
      and a.held_on = lower(pl.during)
    where pl.center_id = ${center} and pl.type = 'trial' and lower(pl.during) between ${since} and ${today}) tried
  cross join (
    select count(*)::int as enrolled, percentile_cont(0.5) within group (
      order by greatest(0, pr.enrolled_on - (coalesce(pr.began_at, s.created_at) at time zone c.time_zone)::date)) as days
    from prospects pr join students s on s.center_id = pr.center_id and s.id = pr.student_id join centers c on c.id = pr.center_id
    where pr.center_id = ${center} and pr.enrolled_on >= ${since} and s.status <> 'prospect') won
`

/**
 * Returns, for each source, the number of inquiries since a given day and how many of them led to an
 * enrollment. Sources that differ only in case are the same.
 */
export const prospectSources = (db: Db, center: CenterId, since: Day) => db<SourceFigures[]>`
  select min(coalesce(pr.source, '')) as source, count(*)::int as asked,
    (count(*) filter (where s.status <> 'prospect' and pr.enrolled_on is not null))::int as enrolled
  from students s join centers c on c.id = s.center_id
  left join prospects pr on pr.center_id = s.center_id and pr.student_id = s.id
  where s.center_id = ${center} and (s.status = 'prospect' or pr.enrolled_on is not null)
    and (coalesce(pr.began_at, s.created_at) at time zone c.time_zone)::date >= ${since}
  group by lower(coalesce(pr.source, '')) order by asked desc, enrolled desc, source
`

/**
 * Data about a prospect entered by staff. `set` is the stage set by hand, or null if the stage is automatic.
 * If its `at` is null, the current time is stored.
 */
type ProspectFields = {
  source: string
  lostReason: string
  nextStep: string
  nextOn: Day | null
  set: { stage: SetStage; at: string | null } | null
}

export const putProspect = (
  db: Db,
  center: CenterId,
  { studentId, set, ...fields }: ProspectFields & { studentId: string },
) => db`
  insert into prospects (center_id, student_id, source, lost_reason, next_step, next_on, stage, stage_at)
  values (${center}, ${studentId}, ${fields.source}, ${fields.lostReason}, ${fields.nextStep}, ${fields.nextOn}, ${set?.stage ?? null},
    case when ${set !== null} then coalesce(${set?.at ?? null}::timestamptz, now()) end)
  on conflict (center_id, student_id) do update set source = excluded.source, lost_reason = excluded.lost_reason, next_step = excluded.next_step,
    next_on = excluded.next_on, stage = excluded.stage, stage_at = excluded.stage_at, version = prospects.version + 1
`

/** Starts an inquiry for a student, and clears the data from an earlier one except its source. */
export const beginProspect = (db: Db, center: CenterId, studentId: string) => db`
  insert into prospects (center_id, student_id, began_at) values (${center}, ${studentId}, now())
  on conflict (center_id, student_id) do update set began_at = now(), stage = null, stage_at = null, lost_reason = '', next_step = '',
    next_on = null, enrolled_on = null, version = prospects.version + 1
`

/** Turns a prospect into an active student as of a given day. */
export const enrollProspect = (
  db: Db,
  center: CenterId,
  { studentId, on }: { studentId: string; on: Day },
) => db`
  with active as (
    update students set status = 'active', status_at = case when status = 'active' then status_at else now() end, version = version + 1
    where center_id = ${center} and id = ${studentId} returning id
  )
  insert into prospects (center_id, student_id, enrolled_on) select ${center}, id, ${on} from active
  on conflict (center_id, student_id) do update set enrolled_on = excluded.enrolled_on, version = prospects.version + 1
`

/** Returns the past and booked trials of a student in a subject. */
export const trialsOf = (
  db: Db,
  center: CenterId,
  { studentId, subject }: { studentId: string; subject: string },
) => db<{ on: Day }[]>`
  select lower(pl.during) as "on" from places pl join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where pl.center_id = ${center} and pl.student_id = ${studentId} and pl.type = 'trial' and c.subject = ${subject}
`
