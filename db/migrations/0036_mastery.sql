-- What each child can do in each section, estimated from their answers by a job. Nothing here is entered by anybody, and all of it can be made
-- again from the answers.
create table section_estimates (
  center_id text not null,
  student_id uuid not null,
  section_id uuid not null references sections on delete cascade,
  -- Log-odds of a right first try at a usual question at `answered_at`, with its variance, and where it began.
  ability real not null,
  variance real not null check (variance > 0),
  start_ability real not null,
  answers int not null check (answers > 0),
  answered_at timestamptz not null,
  -- When it was mastered first; it never becomes less than that, but may be due for review.
  mastered_at timestamptz,
  due_at timestamptz,
  primary key (center_id, student_id, section_id),
  foreign key (center_id, student_id) references students
);
create index estimates_of_section on section_estimates (section_id);

alter table section_estimates enable row level security;
create policy own_centers on section_estimates
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));

-- How hard each question is, from all children's answers, without saying whose.
create table question_difficulties (
  question_id uuid primary key references questions on delete cascade,
  answers int not null,
  -- Right at the first try, without a hint.
  right_first int not null,
  hinted int not null,
  difficulty real not null,
  estimated_at timestamptz not null default now(),
  constraint right_within_answers check (right_first between 0 and answers and hinted between 0 and answers)
);

-- Children whose completed work has got another result since their estimates were made. Rows are only added, so that calls never wait for each
-- other here; a job takes them.
create table estimates_due (
  center_id text not null,
  id bigint generated always as identity,
  student_id uuid not null,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index estimates_due_in_order on estimates_due (id);
create index estimates_due_of_child on estimates_due (center_id, student_id);
alter table estimates_due enable row level security;
create policy own_centers on estimates_due
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));

create function note_estimate() returns trigger language plpgsql as $$
begin
  insert into estimates_due (center_id, student_id) values (new.center_id, new.student_id);
  return null;
end $$;
create trigger estimates_follow after update of state, correct, score on work for each row
  when (new.submitted_at is not null and (old.state, old.correct, old.score) is distinct from (new.state, new.correct, new.score))
  execute function note_estimate();

-- Work that was completed before.
insert into estimates_due (center_id, student_id) select distinct center_id, student_id from work where submitted_at is not null;
