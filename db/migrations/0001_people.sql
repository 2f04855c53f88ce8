-- Centres, people, how they sign in, and what the house keeps about calls.
create extension if not exists btree_gist;

create table centers (
  id text primary key check (char_length(id) between 1 and 60),
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  time_zone text not null,
  subjects text[] not null default '{Math,English,Private Tutoring,Group}',
  version int not null default 1,
  created_at timestamptz not null default now()
);

-- Everyone with a name: staff, teachers, students, parents. Who signs in has a role or a group, never both (spec §1).
create table people (
  id uuid primary key,
  role text check (role in ('admin', 'manager', 'operator', 'editor')),
  "group" text check ("group" in ('students', 'parents')),
  first_name text not null,
  last_name text not null default '',
  avatar text not null default 'dog',
  email text,
  user_name text check (user_name !~ '@'),
  password_hash text,
  google_subject text,
  disabled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint one_kind check (role is null or "group" is null),
  constraint google_subject_taken unique (google_subject)
);
create unique index email_taken on people (lower(email));
create unique index user_name_taken on people (lower(user_name));

-- What a person does at a centre. 'office' is where a manager, operator or editor works with the role of the account.
create table staff (
  center_id text not null references centers,
  person_id uuid not null references people,
  duty text not null check (duty in ('office', 'teacher', 'assistant')),
  type text not null default 'permanent' check (type in ('permanent', 'substitute')),
  notes text not null default '',
  active boolean not null default true,
  primary key (center_id, person_id, duty)
);
create index staff_of_person on staff (person_id);

create table students (
  center_id text not null references centers,
  id uuid not null references people,
  student_num text not null,
  status text not null default 'active' check (status in ('active', 'prospect', 'inactive')),
  grade text not null default '',
  note text not null default '',
  next_invoice date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  constraint student_num_taken unique (center_id, student_num)
);
create index student_centers on students (id);

create table programs (
  center_id text not null,
  student_id uuid not null,
  name text not null,
  level text not null default '',
  chapter int,
  test int,
  primary key (center_id, student_id, name),
  foreign key (center_id, student_id) references students
);

-- A parent sees a child while this link is active; rights are per child (product §5).
create table parent_links (
  center_id text not null,
  student_id uuid not null,
  parent_id uuid not null references people,
  relationship text not null default 'parent',
  phone text not null default '' check (phone ~ '^\d{0,10}$'),
  phone_type text not null default 'mobile',
  portal boolean not null default true,
  contact boolean not null default true,
  pickup boolean not null default true,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (center_id, student_id, parent_id),
  foreign key (center_id, student_id) references students
);
create index links_of_parent on parent_links (parent_id);

-- A classroom's shared tablet. The activation key is kept as an HMAC, once used it is gone.
create table devices (
  center_id text not null references centers,
  id uuid not null,
  name text not null,
  state text not null default 'pending' check (state in ('pending', 'active', 'revoked')),
  key_hash bytea,
  key_expires_at timestamptz,
  activated_at timestamptz,
  user_agent text not null default '',
  created_by uuid not null references people,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  constraint key_while_pending check ((state = 'pending') = (key_hash is not null))
);
create index devices_by_key on devices (key_hash);
create index devices_by_creator on devices (created_by);

-- The token itself is only in the cookie; here is its SHA-256. Times are the database's own.
create table sessions (
  id_hash bytea primary key,
  person_id uuid references people,
  device_center text,
  device_id uuid,
  idle interval not null,
  ends_at timestamptz not null,
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  user_agent text not null default '',
  foreign key (device_center, device_id) references devices,
  constraint person_or_device check (num_nonnulls(person_id, device_id) = 1)
);
create index sessions_of_person on sessions (person_id, created_at);
create index sessions_of_device on sessions (device_center, device_id);

-- Setup and recovery links: 256 bits, kept as SHA-256, used once.
create table sign_in_links (
  token_hash bytea primary key,
  person_id uuid not null references people,
  purpose text not null check (purpose in ('setup', 'recovery')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index links_of_person on sign_in_links (person_id);

-- Failed tries per account and per address, so that every replica slows the same guesser down.
create table failed_tries (
  subject text primary key,
  fails int not null,
  last_at timestamptz not null default now()
);

-- Keys that all replicas share (HMAC of XSRF tokens and activation keys).
create table house_keys (
  name text primary key,
  value bytea not null
);

create table mail (
  id uuid primary key,
  person_id uuid not null references people,
  purpose text not null,
  to_address text not null,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_of_person on mail (person_id);
create index mail_by_age on mail (created_at desc, id);

-- One row for every change, written in the change's own transaction; nobody can alter it afterwards.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  deed text not null,
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

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail can only grow' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_only_grows before update or delete or truncate on audit execute function refuse_change();

-- The answer to a write that came with an Idempotency-Key, kept for a day: the same key gets the same answer and no second effect.
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
