-- Mail, the job queue's door, and records of calls: repeated ones, changes, and who read what.

-- A message to many families. Its mail is in `mail`, one row per parent.
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

create table mail (
  id uuid primary key,
  person_id uuid not null references people,
  purpose text not null,
  to_address text not null,
  subject text not null,
  body text not null,
  mailing_center text,
  mailing_id uuid,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  foreign key (mailing_center, mailing_id) references mailings
);
create index mail_of_person on mail (person_id);
create index mail_by_age on mail (created_at desc, id);
create index mail_of_mailing on mail (mailing_center, mailing_id);

-- Queues a job in the caller's transaction. Requests can't use the queue's tables, and queue only the jobs that their own calls need. Large files of
-- students are checked one after another, however many processes there are: each keeps a processor busy.
create function queue_job(name text, payload json, key text, at timestamptz) returns void language plpgsql security definer
  set search_path = graphile_worker, public, pg_temp as $$
begin
  if 'blended_requests' in (session_user, current_setting('role')) and name not in
    ('mail', 'notice', 'account-request', 'check-students', 'import-students', 'import-questions', 'import-material', 'complete-work')
  then
    raise insufficient_privilege using message = 'A request can''t queue this job.';
  end if;
  perform graphile_worker.add_job(name, payload, queue_name => case name when 'check-students' then name end, job_key => key, run_at => at);
end $$;

-- Answers to writes with an Idempotency-Key, kept for a day: the same key gets the same answer and has no second effect.
create table answered_calls (
  caller text not null,
  key text not null,
  request_hash bytea not null,
  status int,
  body text,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index answered_calls_by_age on answered_calls (created_at);

-- One row for every change, written in the transaction of the change. Nobody can alter it afterwards.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  person_id uuid references people,
  device_id uuid,
  center_id text references centers,
  entity_id text not null,
  before jsonb,
  after jsonb
);
create index audit_of_entity on audit (entity_id, id);
create index audit_of_person on audit (person_id);
create index audit_of_center on audit (center_id, id);
create index audit_by_age on audit (at);

-- Returns the IDs of the students, parents and classes that a change is about, for the history of a record: those in either side, and the students of
-- the places that ended with a class.
create function audit_about(before jsonb, after jsonb) returns text[] immutable parallel safe language sql as $$
  select array_remove(array[before ->> 'studentId', after ->> 'studentId', before ->> 'parentId', after ->> 'parentId',
    before ->> 'classId', after ->> 'classId'], null)
    || array(select jsonb_array_elements_text(jsonb_path_query_array(before, '$.places[*].studentId')))
$$;
create index audit_about_record on audit using gin (audit_about(before, after));

-- The log only grows, except for what the law requires: words about a person who is erased are removed, and rows older than 24 months are deleted.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('privacy.erasing', true) = 'on'
    and (new.id, new.at, new.action, new.entity_id) = (old.id, old.at, old.action, old.entity_id)
    and (new.person_id, new.device_id, new.center_id) is not distinct from (old.person_id, old.device_id, old.center_id) then return new; end if;
  if tg_op = 'DELETE' and current_setting('privacy.erasing', true) = 'on' and old.at < now() - interval '24 months' then return old; end if;
  raise exception 'the audit trail can only grow' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_only_grows before update or delete on audit for each row execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();

-- While this has a row, additions to the log wait to be streamed. `seq` is the number of the last line, and `id` tells one stream from another, such as
-- that from before a backup was restored.
create table audit_stream (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  seq bigint not null default 0
);

-- Rows of the log without a line in the stream. Each gets the number of its line before the line is written.
create table audit_waiting (
  audit_id bigint primary key references audit on delete cascade,
  seq bigint unique
);

create function let_audit_wait() returns trigger language plpgsql as $$
begin
  if exists (select from audit_stream) then
    insert into audit_waiting (audit_id) select id from added;
  end if;
  return null;
end $$;
create trigger audit_waits_for_its_stream after insert on audit referencing new table as added for each statement execute function let_audit_wait();

-- Who saw or took out a child's record: at most one row per person, child, way and day.
create table access_log (
  student_id uuid not null references people,
  person_id uuid not null references people,
  how text not null check (how in ('read', 'list', 'record', 'mail', 'print')),
  held_on date not null default current_date,
  at timestamptz not null default now(),
  primary key (student_id, held_on, person_id, how)
);
create index access_log_by_person on access_log (person_id);
create index access_log_by_age on access_log (at);
