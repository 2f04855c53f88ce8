-- Homework given to a student, the questions as they were when it began, and every answer that ever arrived.
create table homework (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  name text not null,
  -- What is practised, as a fixed spelling of its sections: the same item can't be open twice for one student.
  item text not null,
  state text not null default 'assigned' check (state in ('assigned', 'started', 'submitted', 'graded', 'returned', 'void')),
  due_on date,
  assigned_by uuid not null references people,
  assigned_at timestamptz not null default now(),
  started_at timestamptz,
  submitted_at timestamptz,
  correct int,
  total int,
  hint int,
  score numeric(6, 4),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students,
  constraint submitted_has_figures check ((submitted_at is null) = (correct is null)),
  constraint correct_within_total check (correct between 0 and total),
  constraint score_within_one check (score between 0 and 1)
);
create unique index item_open_already on homework (center_id, student_id, item) where state in ('assigned', 'started');
create index homework_of_student on homework (center_id, student_id, assigned_at);
create index homework_by_assigner on homework (assigned_by);

create table homework_sections (
  center_id text not null,
  homework_id uuid not null,
  num int not null,
  section_id uuid not null constraint section_in_homework references sections,
  primary key (center_id, homework_id, num),
  foreign key (center_id, homework_id) references homework
);
create index homework_of_section on homework_sections (section_id);

-- `num` is the running number through all sections (sequenceQuesNum). Filled when the work begins, pinned to the revision of then.
create table homework_questions (
  center_id text not null,
  homework_id uuid not null,
  num int not null,
  section_num int not null,
  section_ques_num int not null,
  question_id uuid not null,
  revision int not null,
  answers int not null default 0,
  tries int not null default 0,
  given jsonb,
  verdict jsonb,
  solved boolean not null default false,
  hint_steps int not null default 0,
  primary key (center_id, homework_id, num),
  constraint one_number_in_section unique (center_id, homework_id, section_num, section_ques_num),
  foreign key (center_id, homework_id, section_num) references homework_sections,
  constraint question_in_work foreign key (question_id, revision) references question_revisions
);
create index homework_questions_of_revision on homework_questions (question_id, revision);

-- Answers only grow. `seq` counts a question's answers from 1, so a repeat finds itself and two tabs can't both be the third.
create table answers (
  center_id text not null,
  homework_id uuid not null,
  num int not null,
  seq int not null check (seq between 1 and 1000),
  id uuid not null,
  given jsonb not null,
  verdict jsonb not null,
  typed_at timestamptz,
  arrived_at timestamptz not null default now(),
  constraint one_answer_a_turn primary key (center_id, homework_id, num, seq),
  foreign key (center_id, homework_id, num) references homework_questions
);
