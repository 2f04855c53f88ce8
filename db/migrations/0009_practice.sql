-- Homework, tests and assessments are one thing given to a student: work. Rules in src/features/practice decide what each kind allows.
create table work (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  kind text not null check (kind in ('assessment', 'homework', 'test')),
  name text not null,
  -- The practiced sections in a fixed spelling: a student can't have the same item open twice.
  item text not null,
  -- Level and chapter of a test or an assessment. Homework has sections.
  level_id uuid references levels,
  chapter_num int,
  -- Time limit, counted from the start.
  minutes int check (minutes between 1 and 600),
  -- Test whose wrong answers this homework corrects.
  corrects uuid,
  state text not null default 'assigned' check (state in ('assigned', 'started', 'submitted', 'graded', 'returned', 'void')),
  due_on date,
  assigned_by uuid not null references people,
  assigned_at timestamptz not null default now(),
  started_at timestamptz,
  submitted_at timestamptz,
  graded_at timestamptz,
  returned_at timestamptz,
  correct int,
  total int,
  hint int,
  score numeric(6, 4),
  -- A test's result after its corrections. `score` stays the first result.
  score2 numeric(6, 4) check (score2 between 0 and 1),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students,
  constraint submitted_has_figures check ((submitted_at is null) = (correct is null)),
  constraint correct_within_total check (correct between 0 and total),
  constraint score_within_one check (score between 0 and 1),
  constraint level_unless_homework check ((kind = 'homework') = (level_id is null)),
  constraint chapter_of_test check ((kind = 'test') = (chapter_num is not null)),
  constraint corrected_test foreign key (center_id, corrects) references work,
  constraint only_homework_corrects check (corrects is null or kind = 'homework')
);
create unique index item_open_already on work (center_id, student_id, item) where state in ('assigned', 'started');
create index work_of_student on work (center_id, student_id, assigned_at);
create index work_by_assigner on work (assigned_by);
create index work_of_level on work (level_id) where level_id is not null;
create unique index corrected_once on work (center_id, corrects) where corrects is not null and state <> 'void';
-- Work that waits for a person, or to be returned.
create index work_to_grade on work (center_id, submitted_at) where state in ('submitted', 'graded');
-- Timed work that is still open.
create index work_on_time on work (center_id, student_id) where state = 'started' and minutes is not null;

create table work_sections (
  center_id text not null,
  work_id uuid not null,
  num int not null,
  section_id uuid not null constraint section_in_homework references sections,
  primary key (center_id, work_id, num),
  foreign key (center_id, work_id) references work
);
create index work_of_section on work_sections (section_id);

-- Questions of work, filled when it begins and bound to the revisions of that time. `num` counts through all sections (sequenceQuesNum).
create table work_questions (
  center_id text not null,
  work_id uuid not null,
  num int not null,
  section_num int not null,
  section_ques_num int not null,
  question_id uuid not null,
  revision int not null,
  variant int,
  answers int not null default 0,
  tries int not null default 0,
  given jsonb,
  verdict jsonb,
  -- True if the last answer isn't empty.
  filled boolean not null default false,
  solved boolean not null default false,
  -- True if a person has to grade the last answer before the work is graded.
  waits boolean not null default false,
  hint_steps int not null default 0,
  primary key (center_id, work_id, num),
  constraint one_number_in_section unique (center_id, work_id, section_num, section_ques_num),
  foreign key (center_id, work_id, section_num) references work_sections,
  constraint question_in_work foreign key (question_id, revision) references question_revisions,
  constraint variant_in_work foreign key (question_id, revision, variant) references question_variants
);
create index work_questions_of_variant on work_questions (question_id, revision, variant);
create index answers_to_grade on work_questions (center_id, question_id, revision) where waits;

-- `seq` counts a question's answers from 1, so that a repeated one finds itself and two tabs can't both give the third. Only the newest are stored.
-- `verdict` is the machine's first one and never changes. A person's grade counts instead of it.
create table answers (
  center_id text not null,
  work_id uuid not null,
  num int not null,
  seq int not null check (seq >= 1),
  id uuid not null,
  given jsonb not null,
  verdict jsonb not null,
  -- Verdict by a key that was corrected later.
  regraded jsonb,
  typed_at timestamptz,
  arrived_at timestamptz not null default now(),
  -- Share of the points, in quarters.
  grade numeric(3, 2) check (grade in (0, 0.25, 0.5, 0.75, 1)),
  graded_by uuid references people,
  graded_at timestamptz,
  -- A thousand characters as typed may be more as stored.
  comment text check (length(comment) between 1 and 4000),
  commented_by uuid references people,
  commented_at timestamptz,
  seen_at timestamptz,
  version int not null default 1,
  constraint one_answer_a_turn primary key (center_id, work_id, num, seq),
  foreign key (center_id, work_id, num) references work_questions,
  constraint grader_known check ((grade is null) = (graded_at is null)),
  constraint commenter_known check ((comment is null) = (commented_at is null)),
  constraint answer_known_already unique (center_id, id)
);
create index answers_by_grader on answers (graded_by) where graded_by is not null;
create index answers_by_commenter on answers (commented_by) where commented_by is not null;
-- What a classroom follows.
create index answers_by_arrival on answers (center_id, arrived_at);

-- Answers that arrived after the end of their test or assessment, or after another device's answer had taken their turn (reliability F28). They count for
-- nothing until a person says so.
create table late_answers (
  center_id text not null,
  id uuid not null,
  work_id uuid not null,
  num int not null,
  given jsonb not null,
  overtaken boolean not null default false,
  typed_at timestamptz,
  arrived_at timestamptz not null default now(),
  -- Its number among the question's answers, once it counts.
  seq int check (seq >= 1),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, work_id, num) references work_questions
);
create index late_answers_of_question on late_answers (center_id, work_id, num);

-- The question that a student has open, and the hand that they raised there.
create table work_places (
  center_id text not null,
  student_id uuid not null,
  work_id uuid not null,
  num int not null,
  since timestamptz not null default now(),
  hand_at timestamptz,
  hand_seen_at timestamptz,
  -- Who goes to the raised hand; on a tablet, the teacher or assistant who was chosen there.
  hand_seen_by uuid references people,
  primary key (center_id, student_id),
  foreign key (center_id, student_id) references students,
  foreign key (center_id, work_id, num) references work_questions
);
create index work_places_of_question on work_places (center_id, work_id, num);
create index work_places_by_helper on work_places (hand_seen_by) where hand_seen_by is not null;

-- Comments that somebody often writes about answers, to insert them with one key.
create table comment_snippets (
  center_id text not null references centers,
  id uuid not null,
  person_id uuid not null references people,
  text text not null check (length(text) between 1 and 800),
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  constraint snippet_kept_already unique (center_id, person_id, text)
);
create index comment_snippets_by_person on comment_snippets (person_id);
