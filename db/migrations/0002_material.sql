-- Learning material, shared by all centres: course → level → chapter → section → question.
create table courses (
  id uuid primary key,
  name text not null,
  subject text not null,
  version int not null default 1,
  constraint course_name_taken unique (name)
);

create table levels (
  id uuid primary key,
  course_id uuid not null constraint course_has_levels references courses,
  name text not null,
  position int not null,
  chapter_count int not null check (chapter_count between 0 and 99),
  version int not null default 1,
  constraint level_name_taken unique (course_id, name)
);

create table chapters (
  level_id uuid not null constraint level_has_chapters references levels,
  num int not null check (num between 1 and 999),
  name text not null,
  version int not null default 1,
  constraint chapter_num_taken primary key (level_id, num)
);

-- A chapter's sections and, with kind 'test', the sections of its one test.
create table sections (
  id uuid primary key,
  level_id uuid not null,
  chapter_num int not null,
  kind text not null default 'chapter' check (kind in ('chapter', 'test')),
  num int not null check (num between 1 and 999),
  name text not null,
  version int not null default 1,
  constraint chapter_has_sections foreign key (level_id, chapter_num) references chapters,
  constraint section_num_taken unique (level_id, chapter_num, kind, num) deferrable
);

-- Steps are handed out one at a time and only by the server, so they never stand in a question.
create table hints (
  id uuid primary key,
  created_at timestamptz not null default now()
);
create table hint_steps (
  hint_id uuid not null references hints,
  num int not null check (num between 1 and 40),
  source text not null,
  content jsonb not null,
  primary key (hint_id, num)
);

create table questions (
  id uuid primary key,
  section_id uuid not null constraint section_has_questions references sections,
  num int not null check (num between 1 and 9999),
  revision int not null default 1,
  status text not null default 'warn' check (status in ('error', 'warn', 'success')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint question_num_taken unique (section_id, num) deferrable
);

-- What a question said at a time. Rows never change: work that has begun points at the revision that it began with.
create table question_revisions (
  question_id uuid not null references questions,
  revision int not null,
  instructions text not null default '',
  source text not null,
  content jsonb not null,
  key jsonb not null,
  hint_id uuid references hints,
  by uuid references people,
  at timestamptz not null default now(),
  primary key (question_id, revision)
);
create index revisions_with_hint on question_revisions (hint_id);
create index revisions_by_person on question_revisions (by);
create index questions_at_revision on questions (id, revision);
alter table questions add foreign key (id, revision) references question_revisions deferrable initially deferred;

-- An import runs as a job, so that it shows its progress and can be left. The lines are forgotten when it has ended.
create table question_imports (
  id uuid primary key,
  section_id uuid not null constraint section_has_import references sections,
  by uuid not null references people,
  lines text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done int not null default 0,
  total int not null,
  error text,
  created_at timestamptz not null default now()
);
create index imports_of_section on question_imports (section_id, created_at desc);
create unique index one_import_at_a_time on question_imports (section_id) where state in ('waiting', 'running');
create index imports_by_person on question_imports (by);
