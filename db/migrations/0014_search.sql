-- A student is found by the name of a parent, too: it is what people say first on the phone.
create or replace function write_student_keys(students uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform from student_keys where student_id = any(students) order by student_id, center_id for update;
  delete from student_keys where student_id = any(select person_id from erasures where person_id = any(students));
  insert into student_keys as k (center_id, student_id, status, last_name, first_name, words)
  select s.center_id, s.id, s.status, p.last_name, p.first_name, concat_ws(e'\n', p.name_key, lower(s.student_num), (
    select string_agg(concat_ws(e'\n', parent.name_key, lower(parent.email), nullif(l.phone, '')), e'\n')
    from parent_links l join people parent on parent.id = l.parent_id
    where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null))
  from students s join people p on p.id = s.id
  where s.id = any(write_student_keys.students) and not exists (select from erasures e where e.person_id = s.id)
  on conflict (student_id, center_id) do update
    set status = excluded.status, last_name = excluded.last_name, first_name = excluded.first_name, words = excluded.words
    where (k.status, k.last_name, k.first_name, k.words) is distinct from (excluded.status, excluded.last_name, excluded.first_name, excluded.words);
end $$;

do $$ begin perform write_student_keys(array(select distinct id from students)); end $$;
