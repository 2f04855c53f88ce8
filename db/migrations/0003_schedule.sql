-- Classes, places in them, and who came. What recurs has a range of days in which it is true (`during`, half-open), so that a past
-- day always shows what was true then.
create table classes (
  center_id text not null references centers,
  id uuid not null,
  name text not null,
  subject text not null check (subject in ('Math', 'English', 'Private Tutoring', 'Group')),
  type text not null check (type in ('PT', 'REGULAR', 'GROUP')),
  notes text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, id)
);

create table class_terms (
  center_id text not null,
  class_id uuid not null,
  during daterange not null check (not isempty(during)),
  day int not null check (day between 0 and 6),
  time time not null,
  minutes int not null check (minutes between 5 and 480),
  max_size int not null check (max_size between 1 and 100),
  teacher_id uuid references people,
  foreign key (center_id, class_id) references classes,
  constraint ends_the_same_day check (time + make_interval(mins => minutes) > time),
  -- A class has one day, time, size and teacher at a time. The condition always holds: with it no search uses this index, which is slow for
  -- that; the planner would take it for cheap. The same below.
  constraint one_term_at_a_time exclude using gist (center_id with =, class_id with =, during with &&) where (not isempty(during))
);
create index terms_of_class on class_terms (center_id, class_id);
create index terms_by_weekday on class_terms (center_id, day);
create index terms_of_teacher on class_terms (teacher_id);

create table places (
  center_id text not null,
  id uuid not null,
  class_id uuid not null,
  student_id uuid not null,
  type text not null check (type in ('regular', 'make-up', 'trial', 'waitlist')),
  during daterange not null check (not isempty(during)),
  first_class boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, class_id) references classes,
  foreign key (center_id, student_id) references students,
  -- A student holds one place in a class at a time.
  constraint one_place_at_a_time exclude using gist (center_id with =, class_id with =, student_id with =, during with &&) where (not isempty(during))
);
create index places_of_class on places (center_id, class_id);
create index places_of_student on places (center_id, student_id);

create table breaks (
  center_id text not null,
  id uuid not null,
  place_id uuid not null,
  during daterange not null check (not isempty(during)),
  primary key (center_id, id),
  foreign key (center_id, place_id) references places,
  constraint one_break_at_a_time exclude using gist (center_id with =, place_id with =, during with &&) where (not isempty(during))
);
create index breaks_of_place on breaks (center_id, place_id);

-- A day's schedule is derived from the above; a row only says that the day was opened. Its `_id` is the date.
create table schedules (
  center_id text not null references centers,
  held_on date not null,
  created_at timestamptz not null default now(),
  primary key (center_id, held_on)
);

create table attendances (
  center_id text not null,
  id uuid not null,
  class_id uuid not null,
  student_id uuid not null,
  held_on date not null,
  mark text not null check (mark in ('present', 'absent', 'pickup')),
  arrived_at timestamptz,
  departed_at timestamptz,
  picked_up_by text,
  excused boolean not null default false,
  reason text not null default '',
  note text not null default '',
  taken_by uuid references people,
  taken_on uuid,
  taken_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, class_id) references classes,
  foreign key (center_id, student_id) references students,
  constraint absent_did_not_arrive check (mark <> 'absent' or arrived_at is null),
  constraint present_arrived check (mark <> 'present' or arrived_at is not null),
  -- One mark per student, class and day, whoever takes it and however often.
  constraint one_mark_a_class unique (center_id, class_id, held_on, student_id)
);
create index attendances_of_student on attendances (center_id, student_id, held_on);
create index attendances_by_taker on attendances (taken_by);
