-- Authoring: what a question is made of, what it is tested with, and how material is put in order.
-- A chapter has one test; its sections are those of kind 'test'.
create table chapter_tests (
  level_id uuid not null,
  chapter_num int not null,
  name text not null,
  version int not null default 1,
  constraint chapter_test_taken primary key (level_id, chapter_num),
  constraint chapter_has_test foreign key (level_id, chapter_num) references chapters on update cascade
);
alter table sections drop constraint chapter_has_sections,
  add constraint chapter_has_sections foreign key (level_id, chapter_num) references chapters on update cascade;

-- A level's assessment takes so many questions of each section of its chapters' tests.
alter table levels add column assessment_questions int not null default 2 check (assessment_questions between 1 and 20);

-- A picture as it is shown: re-encoded, named by what is in it, so that it never changes.
create table visuals (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  name text not null,
  width int not null,
  height int not null,
  bytes bytea not null,
  by uuid references people,
  created_at timestamptz not null default now()
);
create index visuals_by_person on visuals (by);

-- `texts` has the rendered form of each text in the key and of the instructions, by its source. `variables` make the question a random one.
alter table question_revisions add column texts jsonb not null default '{}',
  add column visual text constraint visual_in_question references visuals,
  add column visual_alt text not null default '',
  add column variables jsonb;
create index revisions_with_visual on question_revisions (visual);

-- The forms of a random question, fixed when it is stored. Rows never change.
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
drop index homework_questions_of_revision;
alter table homework_questions add column variant int,
  add constraint variant_in_work foreign key (question_id, revision, variant) references question_variants;
create index homework_questions_of_variant on homework_questions (question_id, revision, variant);

-- Why a question has the status error, one sentence each; who looked at it last and found it good.
alter table questions add column faults text[] not null default '{}',
  add column reviewed_by uuid references people,
  add column reviewed_at timestamptz;
update questions set reviewed_at = now() where status = 'success';
update questions set faults = '{"Save it once more, and what is missing is named."}' where status = 'error';
alter table questions
  add constraint faults_are_errors check ((status = 'error') = (cardinality(faults) > 0)),
  add constraint reviewed_by_somebody check (status <> 'success' or reviewed_at is not null);
create index questions_by_reviewer on questions (reviewed_by);

-- Answers with the verdict that they must get, asked at every save.
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

alter table hints add column name text not null default '', add column version int not null default 1;

-- What was deleted, with everything under it, so that it can be put back.
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

-- The order of levels in print; a level that is not named comes after those that are.
create table level_order (
  level_id uuid primary key references levels on delete cascade,
  position int not null constraint position_taken unique deferrable
);
create table level_order_version (
  one boolean primary key default true check (one),
  version int not null default 1
);
insert into level_order_version default values;
