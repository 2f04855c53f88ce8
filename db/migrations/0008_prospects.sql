-- The way of a prospect to a place, as far as people have said something of it: where they stand follows from tests, trials and waitlists, unless
-- somebody has set it since. A student without a row has just asked.
create table prospects (
  center_id text not null,
  student_id uuid not null,
  source text not null default '',
  -- When somebody who was enrolled or had left asked again; null: since they are in the list.
  began_at timestamptz,
  stage text check (stage in ('enquiry', 'assessment', 'trial', 'offer', 'lost')),
  stage_at timestamptz,
  lost_reason text not null default '',
  next_step text not null default '',
  next_on date,
  enrolled_on date,
  version int not null default 1,
  primary key (center_id, student_id),
  foreign key (center_id, student_id) references students,
  constraint stage_was_set check ((stage is null) = (stage_at is null)),
  constraint lost_for_a_reason check ((stage is not distinct from 'lost') = (lost_reason <> '')),
  constraint day_of_a_step check (next_on is null or next_step <> '')
);
create index prospects_by_enrolment on prospects (center_id, enrolled_on) where enrolled_on is not null;
