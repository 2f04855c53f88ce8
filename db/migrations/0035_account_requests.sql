-- A center asks the owner of an account for consent: to see a child, or to work there. Nothing else changes until the owner says yes. The names,
-- the e-mail and the phone are as the center typed them: it learns nothing of an account that isn't its own.
create table account_requests (
  center_id text not null references centers,
  id uuid not null,
  person_id uuid not null references people,
  first_name text not null,
  last_name text not null default '',
  email text not null,
  student_id uuid,
  relationship text not null default 'parent',
  phone text not null default '' check (phone ~ '^\d{0,10}$'),
  phone_type text not null default 'mobile',
  duty text check (duty in ('office', 'teacher', 'assistant')),
  type text not null default 'permanent' check (type in ('permanent', 'substitute')),
  asked_by uuid not null references people,
  asked_at timestamptz not null default now(),
  declined_at timestamptz,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students,
  constraint child_or_duty check (num_nonnulls(student_id, duty) = 1)
);
create unique index one_request_per_child on account_requests (center_id, student_id, person_id) where student_id is not null;
create unique index one_request_per_duty on account_requests (center_id, person_id, duty) where duty is not null;
create index requests_of_person on account_requests (person_id);
create index requests_by_person on account_requests (asked_by);
create index requests_of_student on account_requests (center_id, student_id);

alter table account_requests enable row level security;
create policy own_centers on account_requests using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));
