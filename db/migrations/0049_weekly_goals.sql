-- Questions that each child should answer from Monday to Sunday. 0 for no goal.
alter table centers add column weekly_goal int not null default 20 check (weekly_goal between 0 and 200);

create table weekly_goals (
  center_id text not null,
  student_id uuid not null,
  -- Goal that staff set for this child instead of the center's.
  questions int check (questions between 0 and 200),
  -- Goal that the child chose, which counts if it is higher.
  own int check (own between 1 and 200),
  -- Monday of the last week in which the child saw the celebration.
  celebrated_on date,
  primary key (center_id, student_id),
  foreign key (center_id, student_id) references students
);
alter table weekly_goals enable row level security;
create policy own_centers on weekly_goals
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));
