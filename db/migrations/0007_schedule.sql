-- Classes, places in them, and single days. What recurs holds for a range of days (`during`, half-open), so that a past day always shows what was true
-- then.
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
  -- A class has one day, time, size and teacher at a time. The condition is always true. It keeps searches from using this index, which the planner
  -- underestimates and which is slow for them. The same applies below.
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
  -- Reason for a place beyond the class's size. It is listed as an oddity until the class fits again.
  over_reason text check (over_reason <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, class_id) references classes,
  foreign key (center_id, student_id) references students,
  -- A student has one place in a class at a time.
  constraint one_place_at_a_time exclude using gist (center_id with =, class_id with =, student_id with =, during with &&) where (not isempty(during))
);
create index places_of_class on places (center_id, class_id);
create index places_of_student on places (center_id, student_id);
create index places_by_start on places (center_id, lower(during));
create index places_by_end on places (center_id, upper(during));
create index waitlists on places (center_id, class_id) where type = 'waitlist';

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

-- Days whose schedule was opened. The schedule itself follows from classes and places. Its `_id` is the date.
create table schedules (
  center_id text not null references centers,
  held_on date not null,
  created_at timestamptz not null default now(),
  primary key (center_id, held_on)
);

-- Days on which a center is closed: no class meets.
create table closures (
  center_id text not null references centers,
  held_on date not null,
  name text not null default '',
  primary key (center_id, held_on)
);

-- How often a day was closed or opened again. A calendar only accepts an entry with a higher number than before.
create table closure_turns (
  center_id text not null references centers,
  held_on date not null,
  turns int not null default 1,
  primary key (center_id, held_on)
);

-- What is true of one class on one day only.
create table class_days (
  center_id text not null,
  class_id uuid not null,
  held_on date not null,
  substitute_id uuid references people,
  note text not null default '',
  canceled_at timestamptz,
  cancel_reason text not null default '',
  version int not null default 1,
  primary key (center_id, class_id, held_on),
  foreign key (center_id, class_id) references classes
);
create index class_days_by_day on class_days (center_id, held_on);
create index class_days_of_substitute on class_days (substitute_id);
create index canceled_days on class_days (center_id, class_id, held_on) where canceled_at is not null;

-- Assistants of a day, in one class or, without a class, wherever they are needed.
create table day_assistants (
  center_id text not null references centers,
  held_on date not null,
  person_id uuid not null references people,
  class_id uuid,
  foreign key (center_id, class_id) references classes,
  constraint assists_once unique nulls not distinct (center_id, held_on, person_id, class_id)
);
create index assistants_by_person on day_assistants (person_id);
create index assistants_by_class on day_assistants (center_id, class_id);

-- Make-up credits, one for a missed class. A credit's state follows from its row and from the attendance of the booked place.
create table credits (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  missed_on date not null,
  reason text not null check (reason in ('notice', 'excused', 'canceled', 'absent', 'granted')),
  note text not null default '',
  -- True if a person decided about it. Marks then leave it as it is.
  by_hand boolean not null default false,
  expires_on date not null,
  -- The make-up that it was spent on.
  place_id uuid,
  void_at timestamptz,
  -- The center's limit, if the credit is beyond it and therefore void from the start.
  over_limit int check (over_limit > 0),
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students,
  foreign key (center_id, class_id) references classes,
  foreign key (center_id, place_id) references places on delete set null (place_id),
  constraint one_credit_a_miss unique (center_id, class_id, student_id, missed_on),
  constraint one_credit_a_place unique (center_id, place_id),
  constraint over_limit_is_void check (over_limit is null or void_at is not null)
);
create index credits_of_student on credits (center_id, student_id, expires_on);
create index credits_to_spend on credits (center_id, expires_on) where void_at is null and place_id is null;
create index credits_void_but_spent on credits (center_id) where void_at is not null and place_id is not null;

-- Oddities that are known and may wait. The key consists of the oddity's code and its subject.
create table oddity_snoozes (
  center_id text not null references centers,
  key text not null,
  until date not null,
  reason text not null check (reason <> ''),
  by uuid not null references people,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, key)
);
create index snoozes_by_author on oddity_snoozes (by);
