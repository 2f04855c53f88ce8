-- Learning material, shared by all centers: course → level → chapter → section → question.
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
  -- Questions that an assessment of the level takes from each section of its chapters' tests.
  assessment_questions int not null default 2 check (assessment_questions between 1 and 20),
  version int not null default 1,
  constraint level_name_taken unique (course_id, name)
);

-- Order of the levels in print. Levels that aren't listed come last.
create table level_order (
  level_id uuid primary key references levels on delete cascade,
  position int not null constraint position_taken unique deferrable
);
create table level_order_version (
  one boolean primary key default true check (one),
  version int not null default 1
);
insert into level_order_version default values;

create table chapters (
  level_id uuid not null constraint level_has_chapters references levels,
  num int not null check (num between 1 and 999),
  name text not null,
  version int not null default 1,
  constraint chapter_num_taken primary key (level_id, num)
);

-- A chapter has at most one test. The test's sections are those of kind 'test'.
create table chapter_tests (
  level_id uuid not null,
  chapter_num int not null,
  name text not null,
  version int not null default 1,
  constraint chapter_test_taken primary key (level_id, chapter_num),
  constraint chapter_has_test foreign key (level_id, chapter_num) references chapters on update cascade
);

create table sections (
  id uuid primary key,
  level_id uuid not null,
  chapter_num int not null,
  kind text not null default 'chapter' check (kind in ('chapter', 'test')),
  num int not null check (num between 1 and 999),
  name text not null,
  version int not null default 1,
  constraint chapter_has_sections foreign key (level_id, chapter_num) references chapters on update cascade,
  constraint section_num_taken unique (level_id, chapter_num, kind, num) deferrable
);

-- The server gives out hints one step at a time, so they are never part of a question.
create table hints (
  id uuid primary key,
  name text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now()
);
create table hint_steps (
  hint_id uuid not null references hints,
  num int not null check (num between 1 and 40),
  source text not null,
  content jsonb not null,
  primary key (hint_id, num)
);

-- Pictures, re-encoded. The ID is a hash of the picture, so a picture never changes. A file of somebody who works at no center is charged to nobody's quota.
create table visuals (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  name text not null,
  width int not null,
  height int not null,
  bytes bytea not null,
  by uuid references people,
  charged_to text references centers,
  created_at timestamptz not null default now()
);
create index visuals_by_person on visuals (by);
create index visuals_of_center on visuals (charged_to);

create table questions (
  id uuid primary key,
  section_id uuid not null constraint section_has_questions references sections,
  num int not null check (num between 1 and 9999),
  revision int not null default 1,
  status text not null default 'warn' check (status in ('error', 'warn', 'success')),
  -- Reasons for the status error, one sentence each.
  faults text[] not null default '{}',
  -- Who found it good last.
  reviewed_by uuid references people,
  reviewed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint question_num_taken unique (section_id, num) deferrable,
  constraint faults_are_errors check ((status = 'error') = (cardinality(faults) > 0)),
  constraint reviewed_by_somebody check (status <> 'success' or reviewed_at is not null)
);
create index questions_by_reviewer on questions (reviewed_by);

-- Revisions of a question. Rows never change: work that has begun keeps the revision that it began with.
create table question_revisions (
  question_id uuid not null references questions,
  revision int not null,
  instructions text not null default '',
  source text not null,
  content jsonb not null,
  key jsonb not null,
  -- Rendered form of each text in the key and the instructions, by its source.
  texts jsonb not null default '{}',
  -- Variables make it a random question.
  variables jsonb,
  hint_id uuid references hints,
  visual text constraint visual_in_question references visuals,
  visual_alt text not null default '',
  by uuid references people,
  at timestamptz not null default now(),
  primary key (question_id, revision)
);
create index revisions_with_hint on question_revisions (hint_id);
create index revisions_with_visual on question_revisions (visual);
create index revisions_by_person on question_revisions (by);
create index questions_at_revision on questions (id, revision);
alter table questions add foreign key (id, revision) references question_revisions deferrable initially deferred;

-- Variants of a random question, made when it is stored. Rows never change.
create table question_variants (
  question_id uuid not null,
  revision int not null,
  num int not null check (num between 1 and 24),
  instructions text not null,
  content jsonb not null,
  key jsonb not null,
  texts jsonb not null,
  primary key (question_id, revision, num),
  foreign key (question_id, revision) references question_revisions on delete cascade
);

-- Answers with the verdict that they must get, checked at every save.
create table question_tests (
  id uuid primary key,
  question_id uuid not null references questions on delete cascade,
  given jsonb not null,
  expected text not null check (expected in ('correct', 'partial', 'incorrect', 'invalid', 'ungraded')),
  by uuid references people,
  at timestamptz not null default now()
);
create index tests_of_question on question_tests (question_id);
create index question_tests_by_person on question_tests (by);

-- Deleted material with everything under it, so that it can be restored.
create table trash (
  id uuid primary key,
  kind text not null check (kind in ('course', 'level', 'chapter', 'section', 'question', 'hint')),
  name text not null,
  rows jsonb not null,
  by uuid not null references people,
  dropped_at timestamptz not null default now()
);
create index trash_by_person on trash (by);
create index trash_by_age on trash (dropped_at);
