-- Work of jobs that people follow: imports, and dry runs that check a large file.
create table runs (
  id uuid primary key,
  kind text not null,
  -- Where it stores something: a section, a center, or null for the whole installation.
  section_id uuid constraint section_has_import references sections,
  center_id text references centers,
  by uuid not null references people,
  state text not null default 'waiting',
  done int not null default 0,
  total int not null default 0,
  error text,
  -- What is to be done, until it is.
  input jsonb,
  -- What was found in its file.
  checked jsonb,
  -- What it stored, for links and for undoing it.
  made jsonb,
  -- The file that is uploaded in parts, and the center that its size is charged to; null charges the person.
  name text,
  size int check (size between 1 and 209715200),
  charged_to text references centers,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  constraint run_has_a_kind check (kind in ('questions', 'material', 'students', 'students-check')),
  constraint kind_has_its_place check (
    (kind = 'questions') = (section_id is not null) and (kind in ('students', 'students-check')) = (center_id is not null)),
  constraint material_has_a_file check (num_nonnulls(name, size) = case kind when 'material' then 2 else 0 end),
  constraint kind_has_the_state check (
    state in ('waiting', 'running', 'done', 'failed') or kind = 'material' and state in ('uploading', 'checked') or kind = 'students' and state = 'undoing'),
  constraint input_until_ended check (
    case kind when 'students-check' then input is not null else (state in ('waiting', 'running')) = (input is not null) end),
  constraint checked_before_it_counts check (
    case kind when 'material' then state in ('uploading', 'failed') or checked is not null
      when 'students-check' then (state = 'done') = (checked is not null) else checked is null end)
);
create index runs_of_section on runs (section_id, created_at desc);
create index runs_of_center on runs (center_id, created_at desc);
create index runs_by_person on runs (by);
create index runs_charged_to_center on runs (charged_to);
create unique index one_run_at_a_time on runs (kind, section_id, center_id) nulls not distinct where state in ('waiting', 'running', 'undoing');

insert into runs (id, kind, section_id, by, state, done, total, error, input, created_at)
select id, 'questions', section_id, by, state, done, total, error,
  case when state in ('waiting', 'running') then jsonb_build_object('lines', lines) end, created_at
from question_imports;
drop table question_imports;

insert into runs (id, kind, by, state, done, total, error, input, checked, made, name, size, charged_to, created_at)
select id, 'material', by, state, done, total, error, case when state in ('waiting', 'running') then plan end, found, made, name, size, charged_to, created_at
from material_imports;
alter table material_import_parts rename to run_parts;
alter table run_parts rename import_id to run_id;
alter index material_import_parts_pkey rename to run_parts_pkey;
alter table run_parts drop constraint material_import_parts_import_id_fkey, add foreign key (run_id) references runs on delete cascade;
drop table material_imports;

insert into runs (id, kind, center_id, by, state, done, total, error, input, checked, made, created_at, undone_at)
select id, case when dry_run then 'students-check' else 'students' end, center_id, by, state, done, total, error, work, checked, made, created_at, undone_at
from student_imports;
create unique index one_check_a_person on runs (center_id, by) where kind = 'students-check';
drop table student_imports;
