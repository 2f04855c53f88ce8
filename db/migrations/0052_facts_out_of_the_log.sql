-- Facts that features need for their work, in columns and tables of their own: the audit log is only a log. What the log knows so far is copied.

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

with sides as (
  select id, center_id, at, person_id, device_id, action,
    case jsonb_typeof(before) when 'array' then before when 'object' then jsonb_build_array(before) else '[]' end as before,
    case jsonb_typeof(after) when 'array' then after when 'object' then jsonb_build_array(after) else '[]' end as after
  from audit where action in ('attendance.take', 'attendance.change', 'attendance.clear', 'absences.tell', 'absences.withdraw')
)
insert into attendance_changes (center_id, class_id, student_id, held_on, at, person_id, device_id, on_roll, before, after)
select s.center_id, c.id, s.id, (coalesce(a, b) ->> 'on')::date, e.at, e.person_id, e.device_id, e.action = 'attendance.take', b, a
from sides e
cross join lateral (select b, a from jsonb_array_elements(e.before) b full join jsonb_array_elements(e.after) a on a ->> 'studentId' = b ->> 'studentId') change
join students s on s.center_id = e.center_id and s.id::text = coalesce(a, b) ->> 'studentId'
join classes c on c.center_id = e.center_id and c.id::text = coalesce(a, b) ->> 'classId'
where a is distinct from b and coalesce(a, b) ? 'on'
order by e.id;

-- Texts that the note in a student's profile has had.
create table profile_notes (
  center_id text not null,
  id bigint generated always as identity,
  student_id uuid not null,
  record_by uuid not null references people,
  msg text not null,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, student_id) references students on delete cascade
);
create index profile_notes_of_student on profile_notes (center_id, student_id, id);
create index profile_notes_by_author on profile_notes (record_by);
create index profile_notes_by_age on profile_notes (created_at);

insert into profile_notes (center_id, student_id, record_by, msg, created_at)
select s.center_id, s.id, a.person_id, a.after ->> 'note', a.at
from audit a join students s on s.center_id = a.center_id and s.id::text = a.entity_id
where a.action = 'students.change' and a.after ->> 'note' is not null and a.person_id is not null
order by a.id;

-- Time of the last change of a student's status; null if it never changed.
alter table students add column status_at timestamptz;
update students s set status_at = changed.at
from (select center_id, entity_id, max(at) as at from audit where action = 'students.change' and after ? 'status' group by 1, 2) changed
where changed.center_id = s.center_id and changed.entity_id = s.id::text;

do $$
declare
  name text;
begin
  foreach name in array array['attendance_changes', 'profile_notes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_centers on %I using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]))', name);
  end loop;
end $$;
