-- Requests sign in to the database as a role of their own, which owns nothing and is a member of nothing. What it may do stands in db/grants.ts.

-- Whether somebody can log in, for who may not see with what.
alter table people add column in_use boolean not null generated always as (password_hash is not null or google_subject is not null) stored;

-- Where a parent has children, asked before it is known what the transaction may see.
create function centers_of_parent(parent uuid) returns text[] stable language sql security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct center_id), '{}') from parent_links where parent_id = parent
$$;

-- The keys of a search follow a change at every centre of whom it is about; nobody writes them in another way.
create or replace function write_student_keys(students uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform from student_keys where student_id = any(students) order by student_id, center_id for update;
  delete from student_keys where student_id = any(select person_id from erasures where person_id = any(students));
  insert into student_keys as k (center_id, student_id, status, last_name, first_name, words)
  select s.center_id, s.id, s.status, p.last_name, p.first_name, concat_ws(e'\n', p.name_key, lower(s.student_num), (
    select string_agg(concat_ws(e'\n', lower(parent.email), nullif(l.phone, '')), e'\n')
    from parent_links l join people parent on parent.id = l.parent_id
    where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null))
  from students s join people p on p.id = s.id
  where s.id = any(write_student_keys.students) and not exists (select from erasures e where e.person_id = s.id)
  on conflict (student_id, center_id) do update
    set status = excluded.status, last_name = excluded.last_name, first_name = excluded.first_name, words = excluded.words
    where (k.status, k.last_name, k.first_name, k.words) is distinct from (excluded.status, excluded.last_name, excluded.first_name, excluded.words);
end $$;

-- The queue's tables let nobody else in.
create or replace function queue_job(name text, payload json, key text, at timestamptz) returns void language plpgsql security definer
  set search_path = graphile_worker, public, pg_temp as $$
begin
  perform graphile_worker.add_job(name, payload, job_key => key, run_at => at);
end $$;

drop function let_in(text);

-- What a call must know of its own session, for who may not read sessions: whether the password or a code was given lately, and who was let in last.
create function proven_lately(session text, minutes int) returns boolean stable language sql security definer set search_path = public, pg_temp as $$
  select exists (select from sessions where id_hash = decode(session, 'hex') and proven_at > now() - make_interval(mins => minutes))
$$;
create function let_in_on(session text) returns uuid stable language sql security definer set search_path = public, pg_temp as $$
  select claimed_by from sessions where id_hash = decode(session, 'hex') and claimed_at > now() - interval '12 hours'
$$;

-- Links that open an account become worth nothing with a change of its address; they are not to be read or made.
create function void_links(person uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  update sign_in_links set used_at = now() where person_id = person and used_at is null
$$;
