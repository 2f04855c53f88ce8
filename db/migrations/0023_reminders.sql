-- Messages that a center sends by itself, by kind. A kind without a row has never been switched on.
create table reminders (
  center_id text not null references centers,
  kind text not null check (kind in ('class', 'absent', 'change', 'expiry', 'overdue', 'report')),
  -- Null while it is off. Nothing that happened before is written about.
  on_since timestamptz,
  -- Hour of the day before, and days before or after, for kinds that have them.
  hour int check (hour between 8 and 19),
  days int check (days between 1 and 30),
  primary key (center_id, kind)
);
create index reminders_on on reminders (center_id) where on_since is not null;

-- What was sent to whom: a row is written in the transaction that posts the message, so nothing is sent twice, whatever is running or fails. `about`
-- names the child and the event.
create table sent_reminders (
  center_id text not null references centers,
  kind text not null,
  about text not null,
  person_id uuid not null references people,
  at timestamptz not null default now(),
  primary key (center_id, kind, about, person_id)
);
create index sent_reminders_of_person on sent_reminders (person_id);
create index sent_reminders_by_age on sent_reminders (at);

alter table sent_reminders enable row level security;
create policy own_centers on sent_reminders
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));

-- Events that messages are about, by day.
create index open_homework_by_due_day on work (center_id, due_on) where kind = 'homework' and state in ('assigned', 'started') and due_on is not null;
create index reports_by_return on work (center_id, returned_at) where kind = 'assessment' and state = 'returned';
create index terms_by_start on class_terms (center_id, lower(during));
