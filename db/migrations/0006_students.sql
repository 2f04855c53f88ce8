-- Students are found by parts of names as people type them, and by their parents' e-mail and phone; imports run as jobs.
create extension if not exists pg_trgm;

-- Text as it is compared: without accents, case and more than one space. The same as `fold` of the students' rules.
create function fold(words text) returns text language sql immutable parallel safe
  return btrim(regexp_replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]', '', 'g'),
    'łøđħıς', 'lodhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), '\s+', ' ', 'g'));

alter table people add column name_key text not null generated always as (fold(first_name || ' ' || last_name)) stored;
create index people_by_name on people using gin (name_key gin_trgm_ops) with (fastupdate = off);
create index people_by_name_exactly on people (name_key);
create index people_by_email on people using gin (lower(email) gin_trgm_ops) with (fastupdate = off);
create index students_by_number on students using gin (lower(student_num) gin_trgm_ops) with (fastupdate = off);
create index links_by_phone on parent_links using gin (phone gin_trgm_ops) with (fastupdate = off);
create index links_of_phone on parent_links (phone) where phone <> '';

-- A change of one child's rights is seen by whoever changes them at the same time.
alter table parent_links add column version int not null default 1;

alter table student_imports
  add column state text not null default 'done' check (state in ('waiting', 'running', 'done', 'failed')),
  add column done int not null default 0,
  add column total int not null default 0,
  add column error text,
  -- What is to be done, until it is.
  add column work jsonb,
  add constraint work_until_ended check ((state in ('waiting', 'running')) = (work is not null));
alter table student_imports alter column made set default '{}';
create unique index one_student_import_at_a_time on student_imports (center_id) where state in ('waiting', 'running');
