-- The office: a centre's settings and closed days, what is true of one day, make-up credits, and what is kept of students and families.
alter table centers
  add column makeup_rule text not null default 'notice' check (makeup_rule in ('notice', 'always', 'never')),
  add column notice_hours int not null default 24 check (notice_hours between 0 and 336),
  add column credit_days int not null default 60 check (credit_days between 1 and 730);

-- Days on which a centre is closed: no class meets.
create table closures (
  center_id text not null references centers,
  held_on date not null,
  name text not null default '',
  primary key (center_id, held_on)
);

-- What is true of one class on one day only. The class itself and who is in it come from its terms and places.
create table class_days (
  center_id text not null,
  class_id uuid not null,
  held_on date not null,
  substitute_id uuid references people,
  note text not null default '',
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  version int not null default 1,
  primary key (center_id, class_id, held_on),
  foreign key (center_id, class_id) references classes
);
create index class_days_by_day on class_days (center_id, held_on);
create index class_days_of_substitute on class_days (substitute_id);

-- Who assists on a day: in one class, or wherever they are needed.
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

-- A place beyond the class's size needs a reason; the oddities show it until the class fits again.
alter table places add column over_reason text check (over_reason <> '');

-- The make-up ledger: one credit for a missed class. Its state follows from what is here and from the attendance of the booked place.
create table credits (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  missed_on date not null,
  reason text not null check (reason in ('notice', 'excused', 'cancelled', 'granted')),
  expires_on date not null,
  -- The make-up that it was spent on.
  place_id uuid,
  void_at timestamptz,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students,
  foreign key (center_id, class_id) references classes,
  foreign key (center_id, place_id) references places on delete set null (place_id),
  constraint one_credit_a_miss unique (center_id, class_id, student_id, missed_on),
  constraint one_credit_a_place unique (center_id, place_id)
);
create index credits_of_student on credits (center_id, student_id, expires_on);

-- When the family told of an absence before the class: it frees the seat, and may give a credit.
alter table attendances add column noticed_at timestamptz;

-- What is kept of a student besides the classes: notes, paper tests with two scores, levels reached, awards.
create table student_notes (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  record_by uuid not null references people,
  msg text not null check (msg <> ''),
  -- Hidden, never deleted.
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index notes_of_student on student_notes (center_id, student_id, id);
create index notes_by_author on student_notes (record_by);

-- `score1` is the first try, `score2` after corrections; each as it was typed, a fraction or a percent (spec §5).
create table student_tests (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  record_by uuid not null references people,
  held_on date not null,
  subject text not null,
  level text not null,
  test text not null,
  name text not null default '',
  score1 text,
  score2 text,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index tests_of_student on student_tests (center_id, student_id, held_on);
create index tests_by_recorder on student_tests (record_by);

create table student_levels (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  record_by uuid references people,
  subject text not null,
  level text not null,
  chapter int,
  reached_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index levels_of_student on student_levels (center_id, student_id, reached_at);
create index levels_by_recorder on student_levels (record_by);

create table student_awards (
  center_id text not null,
  id uuid not null,
  student_id uuid not null,
  given_by uuid not null references people,
  type text not null,
  subject text,
  note text not null default '',
  given_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, student_id) references students
);
create index awards_of_student on student_awards (center_id, student_id, given_at);
create index awards_by_giver on student_awards (given_by);

-- A family's own calendar address and a teacher's; changing the number makes the old address void.
alter table people add column calendar_version int not null default 1;

-- An import of students: what it made, so that it can be undone for a day.
create table student_imports (
  center_id text not null references centers,
  id uuid not null,
  by uuid not null references people,
  made jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (center_id, id)
);
create index student_imports_by_author on student_imports (by);

-- An oddity that is known and may wait: `key` names it by code and what it is about.
create table oddity_snoozes (
  center_id text not null references centers,
  key text not null,
  until date not null,
  reason text not null check (reason <> ''),
  by uuid not null references people,
  created_at timestamptz not null default now(),
  primary key (center_id, key)
);
create index snoozes_by_author on oddity_snoozes (by);

-- A message to many families: its mail is in `mail`, one for each parent.
create table mailings (
  center_id text not null references centers,
  id uuid not null,
  subject text not null,
  body text not null,
  audience jsonb not null,
  by uuid not null references people,
  created_at timestamptz not null default now(),
  primary key (center_id, id)
);
create index mailings_by_author on mailings (by);
alter table mail add column mailing_center text, add column mailing_id uuid,
  add foreign key (mailing_center, mailing_id) references mailings;
create index mail_of_mailing on mail (mailing_center, mailing_id);
