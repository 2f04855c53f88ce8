-- Requests from a center's public trial form.
alter table centers add column trial_form boolean not null default false;

-- Until its email address is confirmed, a request is all there is of a family. After that it only shows what they agreed to, and when.
create table trial_requests (
  center_id text not null references centers,
  id uuid not null,
  -- What was typed, until it is confirmed.
  asked jsonb,
  token_hash bytea,
  asked_at timestamptz not null default now(),
  student_id uuid,
  confirmed_at timestamptz,
  primary key (center_id, id),
  foreign key (center_id, student_id) references students,
  constraint asked_or_confirmed check (
    num_nulls(asked, token_hash) in (0, 2) and (asked is null) = (student_id is not null) and (student_id is null) = (confirmed_at is null))
);
create index trial_requests_of_student on trial_requests (center_id, student_id);
create index trial_requests_by_link on trial_requests (token_hash);
create index trial_requests_waiting on trial_requests (asked_at) where confirmed_at is null;

alter table trial_requests enable row level security;
create policy own_centers on trial_requests
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));

-- The mail that asks to confirm a request goes to nobody who is known yet. It is deleted with a request that is never confirmed.
alter table mail
  alter column person_id drop not null,
  add column trial_center text,
  add column trial_id uuid,
  add foreign key (trial_center, trial_id) references trial_requests on delete cascade,
  add constraint to_somebody check (person_id is not null or trial_id is not null);
create index mail_of_trial on mail (trial_center, trial_id);
