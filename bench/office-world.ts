import { faker } from '@faker-js/faker'
import { connect, type CommandConnection } from '#server/connect.ts'
import type { Day } from '#shared/days.ts'
import { makeTopics, workSteps } from './work-world.ts'

/**
 * Size of a world, which is generated test data: centers, students per center, classes per student, weeks
 * with attendance marks, weeks with work, and questions per work.
 */
export type Size = {
  centers: number
  students: number
  classesEach: number
  weeks: number
  works: number
  questions: number
}

/**
 * Today's date in a world, a Tuesday. The current time is in the afternoon, when some classes have started.
 */
export const today: Day = '2026-03-03'
export const now = '16:45'

/**
 * Large world: 20 centers with a total of 10,000 students, 1,200 classes a week, 500,000 marks and 1,100,000
 * answers.
 */
export const large: Size = { centers: 20, students: 500, classesEach: 1, weeks: 62, works: 10, questions: 10 }
/**
 * Small world: one center of 160 students, with as many classes and seats as each center of the large world.
 * It has marks for the twelve weeks that a dashboard shows, so that the dashboard reads as many marks as in
 * the large world.
 */
export const small: Size = { centers: 1, students: 160, classesEach: 3, weeks: 12, works: 10, questions: 10 }

/**
 * World of a chain of 1,000 centers with 200,000 students, 10 million marks and 20 million answers, about 20
 * GB. The short chain has 20 such centers.
 */
export const chain: Size = {
  centers: 1000,
  students: 200,
  classesEach: 1,
  weeks: 62,
  works: 10,
  questions: 10,
}
export const shortChain: Size = { ...chain, centers: 20 }

export const centerName = (n: number) => `Center ${n + 1}`

const kinds = {
  member: 1,
  teacher: 3,
  operator: 4,
  class: 5,
  place: 6,
  break: 7,
  mark: 8,
  credit: 9,
  note: 10,
  work: 11,
  answer: 12,
}
/**
 * Returns the id of the n-th record of a kind. Ids can be computed anywhere and grow with n, like ids created
 * over time. In a world of n centers, the i-th student of center c is member 3 (i n + c), and the next
 * members are the student's parents. The k-th class of center c is class 60 c + k.
 */
export const idOf = (kind: keyof typeof kinds, n: number) =>
  `${String(kinds[kind]).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/**
 * Returns SQL that defines temporary functions for generating a world. A center has 60 classes a week, ten a
 * day from Monday to Saturday, always two at the same time. `id` is `idOf`. `meets` is the date on which a
 * class meets in a week; the current week is 0. `chance` is 0 to 99, always the same for the same n.
 */
const rules = (name: (one: 'first_name' | 'last_name') => string) => `
  create function pg_temp.id(kind text, n bigint) returns uuid language sql immutable return
    (lpad(('${JSON.stringify(kinds)}'::jsonb ->> kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
  create function pg_temp.center(n bigint) returns text language sql immutable return 'Center ' || n + 1;
  create function pg_temp.weekday(class bigint) returns int language sql immutable return 1 + class % 6;
  create function pg_temp.begins(class bigint) returns time language sql immutable return time '14:00' + class / 6 % 5 * interval '75 minutes';
  create function pg_temp.meets(class bigint, week bigint) returns date language sql immutable return
    date '${today}' - extract(dow from date '${today}')::int + pg_temp.weekday(class) + 7 * week::int;
  create function pg_temp.chance(n bigint) returns int language sql immutable return (hashint8(n) & 2147483647) % 100;
  create function pg_temp.first_name(n bigint) returns text language sql immutable return (array[${name('first_name')}])[1 + n % 232];
  create function pg_temp.last_name(n bigint) returns text language sql immutable return (array[${name('last_name')}])[1 + n % 473];
`

/** Returns SQL for centers with an operator and ten teachers each, and their classes. */
const centers = ({ centers: count }: Size) => `
  insert into centers (id, address, city, state, zip, time_zone)
  select pg_temp.center(c), '1 Main St', 'Springfield', 'NY', '12345', 'America/New_York' from generate_series(0, ${count - 1}) c;
  insert into people (id, role, first_name, last_name, email, password_hash)
  select pg_temp.id('operator', c), 'operator', 'Olive', 'Office', 'office' || c || '@centers.example', 'x' from generate_series(0, ${count - 1}) c;
  insert into people (id, first_name, last_name)
  select pg_temp.id('teacher', t), pg_temp.first_name(t * 3), pg_temp.last_name(t * 5) from generate_series(0, ${count * 10 - 1}) t;
  insert into staff (center_id, person_id, duty)
  select pg_temp.center(c), pg_temp.id('operator', c), 'office' from generate_series(0, ${count - 1}) c
  union all select pg_temp.center(t / 10), pg_temp.id('teacher', t), 'teacher' from generate_series(0, ${count * 10 - 1}) t;
  insert into closures (center_id, held_on, name) select pg_temp.center(c), '2026-01-19', 'Holiday' from generate_series(0, ${count - 1}) c;
  create temp table lessons as select c, k, c * 60 + k as n from generate_series(0, ${count - 1}) c, generate_series(0, 59) k;
  insert into classes (center_id, id, name, subject, type)
  select pg_temp.center(c), pg_temp.id('class', n), case when k % 2 = 0 then 'Math ' else 'English ' end || 1 + k / 6,
    case when k % 2 = 0 then 'Math' else 'English' end, 'REGULAR' from lessons;
`

/**
 * Returns SQL for students of every status, each with one or two parents. Some siblings share their first
 * parent.
 */
const people = ({ centers: count, students }: Size) => `
  create temp table pupils as
    select i * ${count} + c as s, c, i, case when i % 23 = 22 then 'prospect' when i % 23 > 19 then 'inactive' else 'active' end as status
    from generate_series(0, ${count - 1}) c, generate_series(0, ${students - 1}) i order by s;
  insert into people (id, "group", first_name, last_name, user_name, email, password_hash)
  select pg_temp.id('member', s * 3 + n), case n when 0 then 'students' else 'parents' end, pg_temp.first_name(s * 7 + n), pg_temp.last_name(s * 11),
    case n when 0 then 'pupil' || s end, case when n > 0 then 'parent' || s * 2 + n || '@families.example' end, case when (i + n) % 8 > 0 then 'x' end
  from pupils, generate_series(0, 2) n where n < 2 or i % 2 = 0 order by s, n;
  insert into sign_in_links (token_hash, person_id, purpose, expires_at)
  select sha256(id::text::bytea), id, 'setup', now() from people where password_hash is null and "group" is not null and hashtext(id::text) % 2 = 0;
  insert into students (center_id, id, student_num, status, grade, created_at)
  select pg_temp.center(c), pg_temp.id('member', s * 3), 'S' || 1000 + i, status, (1 + i % 8)::text, date '${today}' - 500 from pupils;
  insert into programs (center_id, student_id, name, level, chapter)
  select pg_temp.center(c), pg_temp.id('member', s * 3), name, name || ' ' || 1 + i % 8, 1 + i % 12
  from pupils, unnest(array['Math', 'English']) name where name = 'Math' or i % 2 = 0;
  insert into parent_links (center_id, student_id, parent_id, relationship, phone)
  select pg_temp.center(c), pg_temp.id('member', s * 3), pg_temp.id('member', case when n = 1 and i % 5 = 1 then s - ${count} else s end * 3 + n),
    'mother', '+1' || (5550000000 + s * 2 + n)
  from pupils, generate_series(1, 2) n where n = 1 or i % 2 = 0;
  insert into student_notes (center_id, id, student_id, record_by, msg)
  select pg_temp.center(c), pg_temp.id('note', s), pg_temp.id('member', s * 3), pg_temp.id('operator', c), 'Likes fractions.'
  from pupils where i % 3 = 0;
`

/**
 * Returns SQL for places and class terms: regular students since the first week of marks, except that some
 * are new and some changed classes halfway; waitlists; make-ups and trials around today; and breaks. Every
 * fourth class is full, and the others have ten seats. The last class of each center has no teacher.
 */
const places = ({ classesEach, weeks }: Size) => `
  create temp table seats as
    select s, c, i, (i + 21 * p) % 60 as k, s * 10 + p as n, 'regular' as type, false as is_new,
      date '${today}' - 7 * case when i % 11 = 0 then ${Math.floor(weeks / 2)} else ${weeks} end as starts, null::date as ends
    from pupils, generate_series(0, ${classesEach - 1}) p where status = 'active' and i % 17 <> 1
    union all select s, c, i, (i + 21 * p) % 60, s * 10 + p, 'regular', true, pg_temp.meets((i + 21 * p) % 60, i % 3 - 1), null
    from pupils, generate_series(0, ${classesEach - 1}) p where status = 'active' and i % 17 = 1
    union all select s, c, i, (i + 6 + 21 * p) % 60, s * 10 + 3 + p, 'regular', false,
      date '${today}' - 7 * ${weeks}, date '${today}' - 7 * ${Math.floor(weeks / 2)}
    from pupils, generate_series(0, ${classesEach - 1}) p where status = 'active' and i % 17 <> 1 and i % 11 = 0
    union all select s, c, i, (i + 31) % 60 / 4 * 4, s * 10 + 6, 'waitlist', false, date '${today}' - 7 * (i % 9)::int, null
    from pupils where status = 'active' and i % 29 = 0
    union all select s, c, i, k, s * 10 + 7, type, false, pg_temp.meets(k, week), pg_temp.meets(k, week) + 1
    from pupils cross join lateral (
      select (i + 2) % 60 as k, i % 5 - 2 as week, case status when 'active' then 'make-up' else 'trial' end as type) guest
    where (status = 'active' and i % 13 = 5 or status = 'prospect') and k % 4 > 0;
  create index on seats (c, k);
  create index on seats (s);
  analyze seats;
  insert into places (center_id, id, class_id, student_id, type, during, first_class)
  select pg_temp.center(c), pg_temp.id('place', n), pg_temp.id('class', c * 60 + k), pg_temp.id('member', s * 3), type, daterange(starts, ends), is_new
  from seats order by n;
  insert into class_terms (center_id, class_id, during, day, time, minutes, max_size, teacher_id)
  select pg_temp.center(l.c), pg_temp.id('class', l.n), daterange(date '${today}' - 7 * ${weeks}, null), pg_temp.weekday(l.k), pg_temp.begins(l.k), 75,
    case when l.k % 4 = 0 then greatest((select count(*) from seats where c = l.c and k = l.k and type = 'regular' and ends is null), 1) else 10 end,
    case when l.k < 59 then pg_temp.id('teacher', l.c * 10 + l.k / 6) end
  from lessons l;
  insert into breaks (center_id, id, place_id, during)
  select pg_temp.center(c), pg_temp.id('break', n), pg_temp.id('place', n),
    case when i % 31 = 3 then daterange(date '${today}' - 10, date '${today}' + 20) else daterange(date '${today}' - 30, date '${today}' - 9) end
  from seats where type = 'regular' and ends is null and not is_new and (i % 31 = 3 or i % 37 = 4);
`

/**
 * Returns SQL for marks of almost every expected student in every class that has started, credits for
 * absences with notice, and changes on single days, such as substitutes and cancellations.
 */
const days = ({ weeks }: Size) => `
  insert into attendances (center_id, id, class_id, student_id, held_on, mark, arrived_at, departed_at, picked_up_by, noticed_at, taken_by, taken_at)
  select pg_temp.center(c), pg_temp.id('mark', n), pg_temp.id('class', c * 60 + k), pg_temp.id('member', s * 3), held_on,
    case when luck < 6 then 'absent' when luck < 9 then 'pickup' else 'present' end, case when luck >= 6 then at end,
    case when luck between 6 and 8 then at + interval '1 hour' end, case when luck between 6 and 8 then 'Mother' end,
    case when luck < 2 then at - interval '2 days' end, pg_temp.id('operator', c), at
  from (
    select *, pg_temp.chance(n) as luck, (held_on + pg_temp.begins(k)) at time zone 'America/New_York' as at from (
      select c, k, s, held_on, row_number() over (order by held_on, c, k, s) as n
      from seats cross join lateral (select pg_temp.meets(k, -week) as held_on from generate_series(0, ${weeks}) week) day
      where type <> 'waitlist' and held_on >= starts and held_on < coalesce(ends, 'infinity') and held_on <> '2026-01-19'
        and (held_on < '${today}' or held_on = '${today}' and pg_temp.begins(k) <= '${now}')
        and not (i % 31 = 3 and type = 'regular' and ends is null and held_on >= date '${today}' - 10)
        and not (i % 37 = 4 and type = 'regular' and ends is null and held_on >= date '${today}' - 30 and held_on < date '${today}' - 9)) expected
    where n % 397 > 0 or held_on < date '${today}' - 14) marked
  order by n;
  insert into credits (center_id, id, student_id, class_id, missed_on, reason, expires_on)
  select center_id, pg_temp.id('credit', row_number() over (order by id)), student_id, class_id, held_on, 'notice', held_on + 60
  from attendances where noticed_at is not null;
  update credits cr set place_id = spent.id from (
    select distinct on (pl.id) pl.center_id, pl.id, cr.id as credit_id from places pl
    join credits cr on cr.center_id = pl.center_id and cr.student_id = pl.student_id and cr.expires_on >= lower(pl.during)
    where pl.type = 'make-up' order by pl.id, cr.id) spent
  where cr.center_id = spent.center_id and cr.id = spent.credit_id;
  insert into class_days (center_id, class_id, held_on, substitute_id, note, canceled_at, cancel_reason)
  select pg_temp.center(c), pg_temp.id('class', n), pg_temp.meets(k, week), case when k % 15 = 4 then pg_temp.id('teacher', c * 10 + (k / 6 + 1) % 10) end,
    'Bring the test.', case when k % 30 = 7 and week = 1 then now() end, case when k % 30 = 7 and week = 1 then 'Snow' else '' end
  from lessons, generate_series(-${weeks}, 1) week where (k + week + 100) % 12 = 0 or k % 15 = 4 or k % 30 = 7;
  insert into day_assistants (center_id, held_on, person_id)
  select distinct pg_temp.center(c), pg_temp.meets(k, week), pg_temp.id('teacher', c * 10 + k % 6) from lessons, generate_series(-${weeks}, 1) week;
`

/** Statements that do the work of the disabled triggers and of PostgreSQL's autovacuum. */
const finish = ['select write_student_keys(array(select id from students))', 'vacuum analyze']

/**
 * Drops all indexes except unique ones and those of exclusion constraints. Returns the statements that create
 * them again.
 */
async function dropIndexes(sql: CommandConnection) {
  const rows = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not indisunique and not indisexclusion`
  for (const { name } of rows) await sql.unsafe(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/**
 * Fills an empty migrated database with the same people, classes and marks every time. Runs as superuser
 * without foreign key checks and creates the indexes afterward, because checks and indexes would take most of
 * the time.
 */
export async function fillOffice(url: string, size: Size) {
  const sql = connect(url)
  const list = (one: 'first_name' | 'last_name') =>
    (faker.definitions.person[one].generic ?? []).map((each) => `'${each.replaceAll("'", "''")}'`).join(', ')
  const { centers: count, students, works, questions } = size
  // Worlds without work need no topics.
  if (works > 0) await makeTopics(url, { works, questions })
  const work = works > 0 ? workSteps({ students: count * students, works, questions, today }) : []
  await sql.unsafe(
    "set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
  )
  const indexes = await dropIndexes(sql)
  for (const step of [
    rules(list),
    centers(size),
    people(size),
    places(size),
    days(size),
    ...work,
    ...indexes,
    ...finish,
  ])
    await sql.unsafe(step)
  await sql.end()
}
