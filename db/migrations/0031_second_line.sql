-- Requests see and change rows of their caller's centres alone, also where a query forgets to say so (reliability T43). 'app.centers' is what the
-- caller reaches: 'all', or an array of centres; unset it is nothing. The owner, who migrates, runs jobs and makes backups, is not held by it.
create function reaches_all() returns boolean stable parallel safe language sql as $$
  select coalesce(current_setting('app.centers', true) = 'all', false)
$$;
create function reached_centers() returns text[] stable parallel safe language sql as $$
  select case when current_setting('app.centers', true) like '{%' then current_setting('app.centers', true)::text[] else '{}' end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['students', 'programs', 'parent_links', 'attendances', 'credits', 'prospects', 'student_notes', 'student_tests',
    'student_levels', 'student_awards', 'work', 'work_sections', 'work_questions', 'work_places', 'answers', 'late_answers'] loop
    execute format('alter table %I enable row level security', name);
    -- Both are asked once a statement, not once a row.
    execute format('create policy own_centers on %I using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]))', name);
  end loop;
end $$;

-- The keys of a search follow a change at every centre of whom it is about.
create or replace function write_student_keys(students uuid[]) returns void language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  reached text := coalesce(current_setting('app.centers', true), '');
begin
  perform set_config('app.centers', 'all', true);
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
  perform set_config('app.centers', reached, true);
end $$;

-- The queue is the house's own: its tables let nobody else in.
create function queue_job(name text, payload json, key text, at timestamptz) returns void language plpgsql set role = 'none' as $$
begin
  perform graphile_worker.add_job(name, payload, job_key => key, run_at => at);
end $$;

-- Requests do everything with rows; what was done they only add to (reliability T47), and the schema's own record is not theirs.
create function let_in(role text) returns void language plpgsql as $$
begin
  if exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
    and not has_table_privilege(role, oid, 'select')) then
    execute format('grant select, insert, update, delete on all tables in schema public to %I', role);
    execute format('revoke all on migrations from %I', role);
    execute format('revoke update, delete on audit from %I', role);
  end if;
end $$;
