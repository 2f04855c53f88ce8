import { maxKept } from '#features/practice/rules.ts'

/**
 * SQL for the number of students whom a manager admitted beyond the class size. Erased people count too,
 * because the reason is no longer known.
 */
const overbooked = `count(*) filter (where pl.over_reason is not null or exists (select from erasures e where e.person_id = pl.student_id))`
/**
 * Returns the SQL condition that a day is less than 18 months ago, or in the future. The history of such days
 * is still complete, because history is deleted only after 24 months.
 */
const recent = (day: string) => `${day} > current_date - interval '18 months'`

const seats: Record<string, string> = {
  'A class has more regular students than its size and a manager’s exceptions allow.': `
    with changes as (
      select center_id, class_id, lower(during) as at from places where type = 'regular'
      union select center_id, class_id, lower(during) from class_terms)
    select t.class_id || ' on ' || d.at as id
    from changes d join class_terms t on t.center_id = d.center_id and t.class_id = d.class_id and t.during @> d.at
    cross join lateral (select count(*) as regulars, ${overbooked} as overbooked from places pl
      where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type = 'regular' and pl.during @> d.at) there
    where there.regulars > t.max_size + there.overbooked`,
  'A class without attendance has more students on a day than its size and a manager’s exceptions allow.': `
    select t.class_id || ' on ' || d.at as id
    from (select distinct center_id, class_id, lower(during) as at from places where type in ('make-up', 'trial')) d
    join class_terms t on t.center_id = d.center_id and t.class_id = d.class_id and t.during @> d.at and t.day = extract(dow from d.at)
    cross join lateral (select count(*) as seated, ${overbooked} as overbooked from places pl
      where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist' and pl.during @> d.at
        and not exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at)) there
    where there.seated > t.max_size + there.overbooked and ${recent('d.at')}
      and not exists (select from attendances a where a.center_id = d.center_id and a.class_id = d.class_id and a.held_on = d.at)
      and not exists (select from attendance_changes h where h.center_id = d.center_id and h.class_id = d.class_id and h.held_on = d.at)
      and not exists (select from closures c where c.center_id = d.center_id and c.held_on = d.at)
      and not exists (select from class_days cd where cd.center_id = d.center_id and cd.class_id = d.class_id and cd.held_on = d.at)`,
  'A waitlist place is treated as a seat: it uses a credit, is a first class or goes over the seat limit.': `
    select pl.id::text from places pl where pl.type = 'waitlist' and (pl.first_class or pl.over_reason is not null
      or exists (select from credits cr where cr.center_id = pl.center_id and cr.place_id = pl.id))`,
  'A student is a regular in two classes at the same time.': `
    select a.id || ' and ' || b.id as id
    from places a join places b on b.center_id = a.center_id and b.student_id = a.student_id and b.class_id > a.class_id
      and b.type = 'regular' and b.during && a.during
    join class_terms ta on ta.center_id = a.center_id and ta.class_id = a.class_id
    join class_terms tb on tb.center_id = b.center_id and tb.class_id = b.class_id and tb.day = ta.day
      and (tb.time, tb.time + make_interval(mins => tb.minutes)) overlaps (ta.time, ta.time + make_interval(mins => ta.minutes))
    cross join lateral (select a.during * b.during * ta.during * tb.during as days) common
    cross join lateral (select lower(days) + (ta.day - extract(dow from lower(days))::int + 7) % 7 as at) d
    where a.type = 'regular' and common.days @> d.at and common.days <> daterange(d.at, d.at + 1)`,
  'A student has two places in a class on one day.': `
    select a.id || ' and ' || b.id as id from places a join places b
      on b.center_id = a.center_id and b.class_id = a.class_id and b.student_id = a.student_id and b.id > a.id and b.during && a.during`,
  'A class has two terms on one day.': `
    select a.class_id::text as id from class_terms a join class_terms b
      on b.center_id = a.center_id and b.class_id = a.class_id and b.ctid > a.ctid and b.during && a.during`,
  'A class has no weekday, or goes past midnight.': `
    select class_id::text as id from class_terms where day not between 0 and 6 or time + make_interval(mins => minutes) <= time`,
  'A make-up or trial lasts longer than one day.': `
    select id::text from places where type in ('make-up', 'trial') and upper(during) is distinct from lower(during) + 1`,
  'A break is outside the dates of its place, or its place is not a regular one.': `
    select b.id::text from breaks b left join places pl on pl.center_id = b.center_id and pl.id = b.place_id
    where pl.id is null or not b.during <@ pl.during or pl.type <> 'regular'`,
  'A credit is used for another student’s place, or for a place that is not a make-up.': `
    select cr.id::text from credits cr left join places pl on pl.center_id = cr.center_id and pl.id = cr.place_id
    where cr.place_id is not null and (pl.student_id is distinct from cr.student_id or pl.type <> 'make-up')`,
}

const attendance: Record<string, string> = {
  'A student is marked in a class where they have no place that day.': `
    select a.id::text from attendances a where not exists (select from places pl
      where pl.center_id = a.center_id and pl.class_id = a.class_id and pl.student_id = a.student_id and pl.type <> 'waitlist'
        and pl.during @> a.held_on)`,
  'A student is marked twice in a class on the same day.': `
    select student_id || ' on ' || held_on as id from attendances group by center_id, class_id, student_id, held_on having count(*) > 1`,
  'A mark is not present, absent or pickup, or contradicts its arrival time.': `
    select id::text from attendances where mark not in ('present', 'absent', 'pickup') or (mark = 'absent' and arrived_at is not null)
      or (mark = 'present' and arrived_at is null)`,
  'A changed mark doesn’t have exactly one line in the history.': `
    with lines as (
      select told ->> 'id' as id, (told ->> 'version')::int as version, count(*) as times
      from audit, jsonb_array_elements(case jsonb_typeof(after) when 'array' then after else jsonb_build_array(after) end) told
      where action in ('attendance.take', 'attendance.change', 'absences.tell') and jsonb_typeof(after) in ('array', 'object') group by 1, 2)
    select a.id::text from attendances a left join lines on lines.id = a.id::text and lines.version = a.version
    where a.version > 1 and ${recent('a.held_on')} and coalesce(lines.times, 0) <> 1`,
  'A teacher is neither permanent nor a substitute.': `
    select person_id::text as id from staff where type not in ('permanent', 'substitute') or duty not in ('office', 'teacher', 'assistant')`,
}

const work: Record<string, string> = {
  'Work belongs to a student who is not at its center.': `
    select w.id::text from work w left join students s on s.center_id = w.center_id and s.id = w.student_id where s.id is null`,
  'An answer belongs to a question that is not in its work.': `
    select a.id::text from answers a left join work_questions q on q.center_id = a.center_id and q.work_id = a.work_id and q.num = a.num
    where q.num is null`,
  // An answer's time is the start of its transaction, which may have waited for a lock afterward.
  'An answer came after its work was complete.': `
    select a.id::text from answers a join work w on w.center_id = a.center_id and w.id = a.work_id
    where a.arrived_at > w.submitted_at + interval '10 seconds'
      and not exists (select from late_answers l where l.center_id = a.center_id and l.work_id = a.work_id and l.num = a.num and l.seq = a.seq)`,
  'Two answers to a question have the same number.': `
    select work_id || ' question ' || num as id from answers group by center_id, work_id, num, seq having count(*) > 1`,
  'A question has a wrong count of answers, too few stored answers, or more tries than answers.': `
    select q.work_id || ' question ' || q.num as id
    from work_questions q left join (select center_id, work_id, num, count(*) as there, max(seq) as last from answers group by 1, 2, 3) a
      on a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num
    where q.answers < coalesce(a.there, 0) or least(q.answers, ${maxKept}) > coalesce(a.there, 0) or q.answers <> coalesce(a.last, 0)
      or q.tries > q.answers`,
  'A result is out of range.': `
    select id::text from work where correct > total or correct < 0 or score not between 0 and 1 or score2 not between 0 and 1 or hint > total`,
  'Complete work has a wrong number of questions or of correct answers.': `
    select w.id::text from work w cross join lateral (select count(*) as total, count(*) filter (where q.solved) as correct
      from work_questions q where q.center_id = w.center_id and q.work_id = w.id and (q.filled or w.most_questions is null)) there
    where w.state in ('submitted', 'graded', 'returned') and (w.total, w.correct) is distinct from (there.total, there.correct)`,
  'Complete work has no completion time, or unfinished work has one.': `
    select id::text from work where case when state in ('submitted', 'graded', 'returned') then submitted_at is null or correct is null
      when state in ('assigned', 'started') then submitted_at is not null end
      or (state = 'returned' and returned_at is null) or (state = 'started' and started_at is null)`,
  'Work uses a revision or variant of a question that doesn’t exist.': `
    select q.work_id || ' question ' || q.num as id
    from work_questions q left join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
    left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
    where r.question_id is null or (q.variant is not null and v.num is null)`,
  'Work for a level has questions from another level.': `
    select w.id::text from work w join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id
    join sections s on s.id = ws.section_id
    where w.level_id is not null and (s.level_id <> w.level_id and w.most_questions is null or w.kind = 'test' and (s.kind <> 'test' or s.chapter_num <> w.chapter_num))`,
  'A grade differs from its last line in the history.': `
    select a.id::text from answers a join work w on w.center_id = a.center_id and w.id = a.work_id
    where a.grade is not null and ${recent('a.graded_at')} and not exists (select from erasures e where e.person_id = w.student_id) and a.grade is distinct from (select (h.after ->> 'grade')::numeric from audit h
      where h.entity_id = a.work_id::text and h.action = 'grading.grade' and h.after ->> 'answer' = a.id::text order by h.id desc limit 1)`,
}

const billing: Record<string, string> = {
  'A family’s balance differs from the sum of its ledger.': `
    select f.center_id || ' ' || f.payer_id as id from family_accounts f
    where f.balance <> (select coalesce(sum(e.amount), 0) from ledger_entries e where e.center_id = f.center_id and e.payer_id = f.payer_id)`,
  'An invoice that was sent is not in the ledger with its total, or a draft is.': `
    select i.id::text from invoices i left join ledger_entries e on e.center_id = i.center_id and e.invoice_id = i.id
    where (i.state = 'draft') <> (e.id is null) or e.amount <> i.total or e.payer_id <> i.payer_id`,
  'A void invoice is not reversed in the ledger, or one that isn’t void is.': `
    select i.id::text from invoices i join ledger_entries e on e.center_id = i.center_id and e.invoice_id = i.id
    where (i.state = 'void') <> exists (select from ledger_entries r where r.center_id = e.center_id and r.reverses = e.id)`,
  'A payment is not in the ledger with its amount.': `
    select p.id::text from payments p left join ledger_entries e on e.center_id = p.center_id and e.payment_id = p.id
    where e.id is null or e.amount <> -p.amount or e.payer_id <> p.payer_id`,
  'A reversal differs from the entry that it takes back.': `
    select r.id::text from ledger_entries r join ledger_entries e on e.center_id = r.center_id and e.id = r.reverses
    where r.amount <> -e.amount or r.payer_id <> e.payer_id or e.kind = 'reversal'`,
  'An invoice is not the sum of its lines.': `
    select i.id::text from invoices i
    where i.total <> (select coalesce(sum(l.amount + l.tax), 0) from invoice_lines l where l.center_id = i.center_id and l.invoice_id = i.id)`,
  'The numbers of a center’s invoices have a gap.': `
    select s.center_id as id from billing_settings s
    where s.next_number - 1 <> (select count(number) from invoices i where i.center_id = s.center_id)
      or s.next_number - 1 <> (select coalesce(max(number), 0) from invoices i where i.center_id = s.center_id)`,
}

const material: Record<string, string> = {
  'Two questions in a section have the same number.': `
    select section_id || ' number ' || num as id from questions group by section_id, num having count(*) > 1`,
  'A question’s revision doesn’t exist.': `
    select q.id::text from questions q left join question_revisions r on r.question_id = q.id and r.revision = q.revision
    where r.question_id is null`,
  'A section belongs to a chapter that doesn’t exist.': `
    select s.id::text from sections s left join chapters c on c.level_id = s.level_id and c.num = s.chapter_num where c.num is null`,
  'A picture’s content doesn’t match its name.': `
    select id from visuals where id <> encode(sha256(bytes), 'hex')`,
}

const people: Record<string, string> = {
  'A parent is linked to themselves, to nobody, or to a student of another center.': `
    select l.parent_id || ' of ' || l.student_id as id from parent_links l
    left join people p on p.id = l.parent_id left join students s on s.center_id = l.center_id and s.id = l.student_id
    where l.parent_id = l.student_id or p."group" is distinct from 'parents' or s.id is null`,
  'A link to a parent ended before it was last changed.': `
    select parent_id || ' of ' || student_id as id from parent_links where ended_at < updated_at - interval '1 minute' or ended_at > now()`,
  'An active parent has neither a phone nor an email address.': `
    select l.parent_id || ' of ' || l.student_id as id from parent_links l join people p on p.id = l.parent_id
    where l.ended_at is null and l.phone = '' and p.email is null`,
  'A person has two kinds of account at once.': `
    select p.id::text from people p where (p.role is not null and p."group" is not null)
      or (p."group" is distinct from 'students' and exists (select from students s where s.id = p.id))
      or (p."group" is not null and exists (select from staff s where s.person_id = p.id))`,
  // Erased people have no search entry.
  'A student’s search entry doesn’t match their name or status.': `
    select s.id::text from students s join people p on p.id = s.id
    left join student_keys k on k.center_id = s.center_id and k.student_id = s.id
    where (k.status, k.last_name, k.first_name, k.name_key) is distinct from (s.status, p.last_name, p.first_name, p.name_key)
      and not exists (select from erasures e where e.person_id = s.id)`,
}

/** Rules about data that isn't backed up, which a trial restore can't check. */
export const notBackedUp: Readonly<Record<string, string>> = {
  'A closed account or an inactive device still has a session.': `
    select encode(s.id_hash, 'hex') as id from sessions s
    left join people p on p.id = s.person_id left join devices d on d.center_id = s.device_center and d.id = s.device_id
    where now() < s.ends_at and now() < s.seen_at + s.idle
      and (p.disabled_at is not null or (s.device_id is not null and d.state is distinct from 'active'))`,
  'A person has two working sign-in links.': `
    select person_id::text as id from sign_in_links where used_at is null and expires_at > now() group by person_id having count(*) > 1`,
}

const installation: Record<string, string> = {
  'A call is stored as answered, but its answer is missing.': `
    select caller || ' ' || key as id from answered_calls where status is null`,
  'A sent message has no sending time, or an unsent one has one.': `
    select id::text from mail where (state = 'sent') <> (sent_at is not null)`,
  // A message that was refused for four days isn't retried, and its job isn't in any backup.
  'A message is waiting, but no job will send it.': `
    select m.id::text from mail m where (m.state = 'queued' or m.state = 'failed' and m.created_at > now() - interval '3 days') and not exists (select from graphile_worker.jobs j
      where j.key = 'mail ' || m.id)`,
  'A history line has no time, or one in the future.': `
    select id::text from audit where at is null or at > now() + interval '1 minute'`,
}

/**
 * Rules about the database (reliability H2). The key is a sentence about broken data, the value a query that
 * finds it and returns one column, `id`, which identifies the row.
 */
export const invariants: Readonly<Record<string, string>> = {
  ...seats,
  ...attendance,
  ...work,
  ...billing,
  ...material,
  ...people,
  ...notBackedUp,
  ...installation,
}
