-- Background runs: work of jobs that people follow, such as imports, and dry runs that check a large file.
create table runs (
  id uuid primary key,
  kind text not null,
  -- The section or center that it changes; null for the whole installation.
  section_id uuid constraint section_has_import references sections,
  center_id text references centers,
  by uuid not null references people,
  state text not null default 'waiting',
  done int not null default 0,
  total int not null default 0,
  error text,
  -- Rows still to be imported; null once that ended. A dry run keeps its file until it is imported, discarded or a day old.
  input jsonb,
  -- Findings in its file.
  checked jsonb,
  -- What it stored, for links, and for undoing it within a day.
  made jsonb,
  -- A file that is uploaded in parts, and the center whose quota its size counts against; null for a person without a center.
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
-- A person's next dry run replaces the last one.
create unique index one_check_a_person on runs (center_id, by) where kind = 'students-check';

-- Parts of an uploaded file, 256 KiB each, so that no call waits long behind one. Deleted when the run ends.
create table run_parts (
  run_id uuid not null references runs on delete cascade,
  num int not null constraint part_is_of_a_file check (num between 1 and 800),
  bytes bytea storage external not null constraint part_is_small check (length(bytes) between 1 and 262144),
  primary key (run_id, num)
);
