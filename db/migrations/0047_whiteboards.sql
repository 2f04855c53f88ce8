-- Strokes that staff and the student drew on a question of the student's work.
create table whiteboard_strokes (
  center_id text not null,
  work_id uuid not null,
  num int not null,
  -- The place that a stroke takes up until it is erased, which limits their number.
  slot smallint not null constraint whiteboard_full check (slot between 1 and 300),
  -- Counts up and is never used again, so that screens ask only for strokes that they don't have.
  seq bigint generated always as identity,
  id uuid not null,
  -- Staff draw in red or blue, students in green.
  ink text not null check (ink in ('red', 'blue', 'green')),
  -- Alternates x and y, in thousandths of the board's width.
  points smallint[] not null check (
    cardinality(points) between 2 and 400 and cardinality(points) % 2 = 0 and 0 <= all (points) and 6000 >= all (points)),
  -- Null if drawn on a device without a name.
  drawn_by uuid references people,
  drawn_at timestamptz not null default now(),
  primary key (center_id, work_id, num, slot),
  constraint stroke_known_already unique (center_id, id),
  foreign key (center_id, work_id, num) references work_questions
);
create index whiteboard_strokes_by_person on whiteboard_strokes (drawn_by) where drawn_by is not null;

alter table whiteboard_strokes enable row level security;
create policy own_centers on whiteboard_strokes
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));
