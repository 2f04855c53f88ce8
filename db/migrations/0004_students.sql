-- Students and their families, what a center stores about them, and how they are found.

create table students (
  center_id text not null references centers,
  id uuid not null references people,
  student_num text not null,
  status text not null default 'active' check (status in ('active', 'prospect', 'inactive')),
  -- Time of the last change of status; null if it never changed.
  status_at timestamptz,
  grade text not null default '',
  note text not null default '',
  next_invoice date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  constraint student_num_taken unique (center_id, student_num)
);
create index student_centers on students (id);

create table programs (
  center_id text not null,
  student_id uuid not null,
  name text not null,
  level text not null default '',
  chapter int,
  test int,
  primary key (center_id, student_id, name),
  foreign key (center_id, student_id) references students
);

-- A parent sees a child while this link is active. Rights are per child (product §5).
create table parent_links (
  center_id text not null,
  student_id uuid not null,
  parent_id uuid not null references people,
  relationship text not null default 'parent',
  phone text not null default '' check (phone ~ '^\d{0,10}$'),
  phone_type text not null default 'mobile',
  portal boolean not null default true,
  contact boolean not null default true,
  pickup boolean not null default true,
  -- The parent's own wish to get mail about the child. `contact` is the right that the office gives.
  mails boolean not null default true,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, student_id, parent_id),
  foreign key (center_id, student_id) references students
);
create index links_of_parent on parent_links (parent_id);
create index links_of_phone on parent_links (phone) where phone <> '';
create index links_to_call on parent_links (center_id, student_id) where ended_at is null and contact and phone <> '';

-- Returns the centers of a parent's children. Asked before it is known what the transaction may see.
create function centers_of_parent(parent uuid) returns text[] stable language sql security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct center_id), '{}') from parent_links where parent_id = parent
$$;

-- A center's students in the order of their list, with the words that find them, so that a list or a search costs only what it shows. Every row follows
-- from students, people and parent_links, by the triggers below.
create table student_keys (
  center_id text not null,
  student_id uuid not null,
  status text not null,
  last_name text not null,
  first_name text not null,
  -- Name and number, and emails and phones of active parents, folded for search, one per line.
  words text not null,
  -- The name alone, the first line.
  name_key text not null generated always as (split_part(words, e'\n', 1)) stored,
  primary key (student_id, center_id),
  foreign key (center_id, student_id) references students on delete cascade
);
create index student_keys_by_name on student_keys (center_id, last_name, first_name, student_id) include (status);
create index student_keys_of_namesakes on student_keys (center_id, name_key, student_id) include (status);
create index student_keys_by_words on student_keys using gin (center_id, words gin_trgm_ops) with (fastupdate = off);

-- Writes the keys of students at every center that has them; nothing else writes keys. Concurrent changes of the same student wait and then read what the
-- other wrote. Erased people get no keys. It uses indexes and one plan whatever the statistics say, because an import writes thousands of students in one
-- commit, before PostgreSQL knows anything about them.
create function write_student_keys(students uuid[]) returns void language plpgsql security definer
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

-- The triggers run at the end of a transaction, so that nobody who still has to write holds a key. `tg_argv` names the column with the student.
create function student_changed() returns trigger language plpgsql as $$
begin
  perform write_student_keys(array[(to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid]);
  return null;
end $$;
create constraint trigger keys_of_student after insert or update of student_num, status on students
  deferrable initially deferred for each row execute function student_changed('id');
create constraint trigger keys_of_link after insert or update of phone, ended_at or delete on parent_links
  deferrable initially deferred for each row execute function student_changed('student_id');

create function person_changed() returns trigger language plpgsql as $$
begin
  perform write_student_keys(array(select new.id union select student_id from parent_links where parent_id = new.id));
  return null;
end $$;
create constraint trigger keys_of_person after update of first_name, last_name, email on people
  deferrable initially deferred for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email)) execute function person_changed();

-- A prospect's stage as set by hand; without it, the stage follows from tests, trials and waitlists. A prospect without a row has only asked.
create table prospects (
  center_id text not null,
  student_id uuid not null,
  source text not null default '',
  -- Time at which somebody who was enrolled or had left asked again; null for the time of entry.
  began_at timestamptz,
  stage text check (stage in ('enquiry', 'assessment', 'trial', 'offer', 'lost')),
  stage_at timestamptz,
  lost_reason text not null default '',
  next_step text not null default '',
  next_on date,
  enrolled_on date,
  version int not null default 1,
  primary key (center_id, student_id),
  foreign key (center_id, student_id) references students,
  constraint stage_was_set check ((stage is null) = (stage_at is null)),
  constraint lost_for_a_reason check ((stage is not distinct from 'lost') = (lost_reason <> '')),
  constraint day_of_a_step check (next_on is null or next_step <> '')
);
create index prospects_by_enrolment on prospects (center_id, enrolled_on) where enrolled_on is not null;

create table student_notes (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  record_by uuid not null references people,
  msg text not null check (msg <> ''),
  -- False if hidden. Notes are never deleted.
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index notes_of_student on student_notes (center_id, student_id, id);
create index notes_by_author on student_notes (record_by);

-- Texts that the note in a student's profile has had.
create table profile_notes (
  center_id text not null,
  id bigint generated always as identity,
  student_id uuid not null,
  record_by uuid not null references people,
  msg text not null,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, student_id) references students on delete cascade
);
create index profile_notes_of_student on profile_notes (center_id, student_id, id);
create index profile_notes_by_author on profile_notes (record_by);
create index profile_notes_by_age on profile_notes (created_at);

-- Tests on paper. `score1` is the first try, `score2` after corrections; each as it was typed, a fraction or a percentage (spec §5).
create table student_tests (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  record_by uuid not null references people,
  held_on date not null,
  subject text not null,
  level text not null,
  test text not null,
  name text not null default '',
  score1 text,
  score2 text,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index tests_of_student on student_tests (center_id, student_id, held_on);
create index tests_by_recorder on student_tests (record_by);

create table student_levels (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  record_by uuid references people,
  subject text not null,
  level text not null,
  chapter int,
  reached_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index levels_of_student on student_levels (center_id, student_id, reached_at);
create index levels_by_recorder on student_levels (record_by);

create table student_awards (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  given_by uuid not null references people,
  type text not null,
  subject text,
  note text not null default '',
  -- Achievement for which the award was suggested, so that it is never suggested or given twice.
  rule text check (rule ~ '^(medal|levels) [1-9][0-9]{0,2}$'),
  given_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index awards_of_student on student_awards (center_id, student_id, given_at);
create index awards_by_giver on student_awards (given_by);
create unique index award_given_for_it on student_awards (center_id, student_id, subject, rule) where rule is not null;

-- A center asks the owner of an account for consent, to see a child or to work there. Nothing else changes until the owner agrees. Names, email and phone
-- are as the center typed them: it learns nothing of an account that isn't its own.
create table account_requests (
  center_id text not null references centers,
  id uuid not null,
  person_id uuid not null references people,
  first_name text not null,
  last_name text not null default '',
  email text not null,
  student_id uuid,
  relationship text not null default 'parent',
  phone text not null default '' check (phone ~ '^\d{0,10}$'),
  phone_type text not null default 'mobile',
  duty text check (duty in ('office', 'teacher', 'assistant')),
  type text not null default 'permanent' check (type in ('permanent', 'substitute')),
  asked_by uuid not null references people,
  asked_at timestamptz not null default now(),
  declined_at timestamptz,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students,
  constraint child_or_duty check (num_nonnulls(student_id, duty) = 1)
);
create unique index one_request_per_child on account_requests (center_id, student_id, person_id) where student_id is not null;
create unique index one_request_per_duty on account_requests (center_id, person_id, duty) where duty is not null;
create index requests_of_person on account_requests (person_id);
create index requests_by_person on account_requests (asked_by);
create index requests_of_student on account_requests (center_id, student_id);
