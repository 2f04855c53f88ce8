-- What arrives after the end of its test or assessment is kept, and counts for nothing until a person says so.
create table late_answers (
  center_id text not null,
  id uuid not null,
  work_id uuid not null,
  num int not null,
  given jsonb not null,
  typed_at timestamptz,
  arrived_at timestamptz not null default now(),
  -- Which of its question's answers it is since it counts.
  seq int check (seq between 1 and 1000),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, work_id, num) references work_questions
);
create index late_answers_of_question on late_answers (center_id, work_id, num);

-- Whether the last answer says anything: one that was emptied again is none.
alter table work_questions add column filled boolean not null default false;
update work_questions set filled = answers > 0;
