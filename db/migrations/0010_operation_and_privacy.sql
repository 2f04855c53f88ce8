-- Backups, checks and alarms, and what erasing a person does to stored words.

-- The list of backups follows the folder: a new file gets a row, and a row whose file is gone is deleted.
create table backups (
  id uuid primary key,
  -- Null until it is written.
  file text unique,
  origin text not null check (origin in ('daily', 'asked', 'upgrade', 'command', 'found')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- The current step and its progress.
  step text not null default '',
  percent int not null default 0 check (percent between 0 and 100),
  bytes bigint,
  encrypted boolean,
  took_ms int,
  -- How it was tested: restored into a scratch database and checked, or only read where no scratch database can be made.
  verified text check (verified in ('restored', 'read')),
  verified_at timestamptz,
  error text,
  asked_by uuid references people,
  -- The moment whose data it holds.
  made_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  constraint done_with_file check (state <> 'done' or (file is not null and bytes is not null and encrypted is not null))
);
create index backups_by_asker on backups (asked_by);
create unique index one_backup_at_a_time on backups ((true)) where state in ('queued', 'running');

-- Checks of the data. `findings` is [{ rule, rows, examples }], empty if everything is right.
create table checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  took_ms int not null,
  findings jsonb not null
);

-- Alarms are open until somebody has seen them. The same trouble again is only counted.
create table alarms (
  id uuid primary key,
  kind text not null,
  text text not null,
  times int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by uuid references people
);
create index alarms_by_seer on alarms (seen_by);
create unique index one_open_alarm_of_a_kind on alarms (kind) where seen_at is null;

-- Months for which former students and prospects are stored after their last class or step.
create table retention (
  one boolean primary key default true check (one),
  former_months int not null default 24 check (former_months between 1 and 120),
  prospect_months int not null default 12 check (prospect_months between 1 and 120),
  version int not null default 1
);
insert into retention default values;

-- Returns the shape of an answer or a verdict: no words, no drawings.
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

-- Returns a side of a change after these people were erased: where it is about one of them (or is `own`, about them as a whole), only IDs, days and states;
-- the rest unchanged.
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

-- Returns a text, or the texts within a JSON value, with '(erased)' in place of each match of a pattern.
create function reworded(value text, pattern text) returns text language sql immutable parallel safe as $$
  select regexp_replace(value, pattern, '(erased)', 'gi')
$$;
create function reworded(value jsonb, pattern text) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (select coalesce(jsonb_object_agg(key, reworded(each, pattern)), '{}') from jsonb_each(value) as of(key, each))
    when 'array' then (select coalesce(jsonb_agg(reworded(each, pattern) order by num), '[]') from jsonb_array_elements(value) with ordinality as of(each, num))
    when 'string' then to_jsonb(reworded(value #>> '{}', pattern))
    else value end;
end $$;
