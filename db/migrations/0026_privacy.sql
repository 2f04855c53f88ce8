-- Who was erased, so that whoever brings back a backup from before does it again. No name, and nothing that leads to one.
create table erasures (
  person_id uuid primary key,
  kind text not null check (kind in ('asked', 'retention')),
  at timestamptz not null default now()
);

-- Who has seen or taken a child's record: at most one row a person, child, way and day.
create table disclosures (
  student_id uuid not null references people,
  person_id uuid not null references people,
  how text not null check (how in ('read', 'list', 'record', 'mail', 'print')),
  held_on date not null default current_date,
  at timestamptz not null default now(),
  primary key (student_id, held_on, person_id, how)
);
create index disclosures_by_person on disclosures (person_id);

-- How many months former students and prospects are kept after their last class or step.
create table retention (
  one boolean primary key default true check (one),
  former_months int not null default 24 check (former_months between 1 and 120),
  prospect_months int not null default 12 check (prospect_months between 1 and 120),
  version int not null default 1
);
insert into retention default values;

-- Of what was written in an answer or a verdict only the shape: no words, no drawings.
create function without_words(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, case when key in ('kind', 'status') then each when key = 'strokes' then '[]' else without_words(each) end), '{}')
      from jsonb_each(value) as of(key, each))
    when 'array' then (select coalesce(jsonb_agg(without_words(each) order by num), '[]') from jsonb_array_elements(value) with ordinality as of(each, num))
    when 'string' then '""'
    else value end;
end $$;

-- Of a side of an audit row what is left when these people are erased: where it tells of one of them (or is `own`, one of theirs as a whole), ids, days
-- and states; the rest as it is.
create function without_people(value jsonb, ids text[], own boolean) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(value)
    when 'array' then (
      select coalesce(jsonb_agg(without_people(each, ids, own) order by num), '[]') from jsonb_array_elements(value) with ordinality as of(each, num))
    when 'object' then case
      when own or array[value ->> 'studentId', value ->> 'parentId', value ->> 'personId', value ->> 'id', value ->> '_id'] && ids then (
        select coalesce(jsonb_object_agg(key, each), '{}') from jsonb_each(value) as of(key, each)
        where key in ('_id', 'id', 'studentId', 'parentId', 'classId', 'placeId', 'teacherId', 'on', 'date', 'type', 'mark', 'startDate', 'endDate', 'dueOn',
            'kind', 'state', 'status', 'num', 'minutes', 'version', 'count')
          and jsonb_typeof(each) in ('string', 'number', 'boolean', 'null'))
      else (select coalesce(jsonb_object_agg(key, without_people(each, ids, false)), '{}') from jsonb_each(value) as of(key, each)) end
    else case when own and jsonb_typeof(value) = 'string' then '""' else value end end;
end $$;

-- The trail only grows, but for the two things that the law asks: what it says of a person who is erased, and what is older than 24 months.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('privacy.erasing', true) = 'on'
    and (new.id, new.at, new.deed, new.entity_id) = (old.id, old.at, old.deed, old.entity_id)
    and (new.person_id, new.device_id, new.center_id) is not distinct from (old.person_id, old.device_id, old.center_id) then return new; end if;
  if tg_op = 'DELETE' and current_setting('privacy.erasing', true) = 'on' and old.at < now() - interval '24 months' then return old; end if;
  raise exception 'the audit trail can only grow' using errcode = 'insufficient_privilege';
end $$;
drop trigger audit_only_grows on audit;
create trigger audit_only_grows before update or delete on audit for each row execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();
create index audit_by_age on audit (at);

-- Who was erased is in no list and found by no search.
create or replace function write_student_keys(students uuid[]) returns void language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
