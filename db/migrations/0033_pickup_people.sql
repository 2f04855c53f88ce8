-- Adults besides the parents who may pick up a child. A parent or the office adds them.
create table pickup_people (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  name text not null check (name <> ''),
  relationship text not null default '',
  -- E.164, or empty.
  phone text not null default '',
  added_by uuid not null references people,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index pickup_people_of_student on pickup_people (center_id, student_id);
create index pickup_people_by_author on pickup_people (added_by);

alter table pickup_people enable row level security;
create policy own_centers on pickup_people
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));
