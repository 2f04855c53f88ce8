-- Who came, and how marks changed.
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
  -- Time at which the family reported the absence before the class. It frees the seat and may give a credit.
  noticed_at timestamptz,
  -- Who of the family reported it; null if the office noted it.
  told_by uuid references people,
  -- Hours of notice that the center's rule required then. A later change of the rule neither takes nor gives anything.
  notice_hours int,
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
create index attendances_by_day on attendances (center_id, held_on, mark);
create index attendances_by_taker on attendances (taken_by);
create index attendances_by_teller on attendances (told_by);

create function keep_notice_hours() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.noticed_at is distinct from new.noticed_at then
    select notice_hours into new.notice_hours from centers where id = new.center_id;
  end if;
  return new;
end $$;
create trigger told_by_the_rule_then before insert or update of noticed_at on attendances
  for each row when (new.noticed_at is not null) execute function keep_notice_hours();

-- Changes of marks: an undo restores the mark before, and a mark shows its corrections. The sides hold the mark as it was and as it became.
create table attendance_changes (
  center_id text not null,
  id bigint generated always as identity,
  class_id uuid not null,
  student_id uuid not null,
  held_on date not null,
  at timestamptz not null default now(),
  person_id uuid references people,
  device_id uuid,
  -- True if the mark was taken on the roll, where it can be undone.
  on_roll boolean not null,
  before jsonb,
  after jsonb,
  primary key (center_id, id),
  foreign key (center_id, class_id) references classes on delete cascade,
  foreign key (center_id, student_id) references students on delete cascade,
  constraint change_has_a_side check (num_nonnulls(before, after) > 0)
);
create index attendance_changes_of_class on attendance_changes (center_id, class_id, held_on, student_id);
create index attendance_changes_of_student on attendance_changes (center_id, student_id);
create index attendance_changes_by_person on attendance_changes (person_id);
create index attendance_changes_by_age on attendance_changes (at);
