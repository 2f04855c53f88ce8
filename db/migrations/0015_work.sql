-- Homework, tests and assessments are one thing given to a student: work. What a kind of work allows is decided by rules, not by the schema.
alter table homework rename to work;
alter table homework_sections rename to work_sections;
alter table homework_questions rename to work_questions;
alter table work_sections rename column homework_id to work_id;
alter table work_questions rename column homework_id to work_id;
alter table answers rename column homework_id to work_id;
alter index homework_of_student rename to work_of_student;
alter index homework_by_assigner rename to work_by_assigner;
alter index homework_of_section rename to work_of_section;
alter index homework_questions_of_variant rename to work_questions_of_variant;

alter table work
  add column kind text not null default 'homework' check (kind in ('assessment', 'homework', 'test')),
  -- What a test or an assessment is of; homework has its sections.
  add column level_id uuid references levels,
  add column chapter_num int,
  -- The time that there is, from the start on.
  add column minutes int check (minutes between 1 and 600),
  -- Homework made of what was wrong in a test.
  add column corrects uuid,
  add column graded_at timestamptz,
  add column returned_at timestamptz,
  -- A test's result after its corrections; `score` stays what it was at the first time.
  add column score2 numeric(6, 4) check (score2 between 0 and 1),
  add constraint level_unless_homework check ((kind = 'homework') = (level_id is null)),
  add constraint chapter_of_test check ((kind = 'test') = (chapter_num is not null)),
  add constraint corrected_test foreign key (center_id, corrects) references work,
  add constraint only_homework_corrects check (corrects is null or kind = 'homework');
alter table work alter column kind drop default;
update work set returned_at = submitted_at where state = 'returned';
create index work_of_level on work (level_id) where level_id is not null;
create unique index corrected_once on work (center_id, corrects) where corrects is not null and state <> 'void';
-- What waits for a person, and what waits to be handed back.
create index work_to_grade on work (center_id, submitted_at) where state in ('submitted', 'graded');
-- What has an end by time and is still open.
create index work_on_time on work (center_id, student_id) where state = 'started' and minutes is not null;

alter table work_questions
  -- Whether a person has to look at the last answer before the work is graded.
  add column waits boolean not null default false;
update work_questions set waits = true where verdict ->> 'status' = 'ungraded' and not solved;
create index answers_to_grade on work_questions (center_id, question_id, revision) where waits;

-- `verdict` is the machine's for ever. A person's grade, in quarters, stands beside it and is what counts.
alter table answers
  add column grade numeric(3, 2) check (grade in (0, 0.25, 0.5, 0.75, 1)),
  add column graded_by uuid references people,
  add column graded_at timestamptz,
  add column comment text check (length(comment) between 1 and 1000),
  add column commented_by uuid references people,
  add column commented_at timestamptz,
  add column seen_at timestamptz,
  add column version int not null default 1,
  add constraint grader_known check ((grade is null) = (graded_at is null)),
  add constraint commenter_known check ((comment is null) = (commented_at is null)),
  add constraint answer_known_already unique (center_id, id);
create index answers_by_grader on answers (graded_by) where graded_by is not null;
create index answers_by_commenter on answers (commented_by) where commented_by is not null;
-- What a classroom follows.
create index answers_by_arrival on answers (center_id, arrived_at);

-- What a student has on the screen, and the hand that they raised there.
create table work_places (
  center_id text not null,
  student_id uuid not null,
  work_id uuid not null,
  num int not null,
  since timestamptz not null default now(),
  hand_at timestamptz,
  hand_seen_at timestamptz,
  primary key (center_id, student_id),
  foreign key (center_id, student_id) references students,
  foreign key (center_id, work_id, num) references work_questions
);
create index work_places_of_question on work_places (center_id, work_id, num);
