-- Sign-in: tablets, sessions, links, second factors and limits of attempts. Tokens are stored as SHA-256 only.

-- Keys that all replicas share (HMAC of XSRF tokens and activation keys).
create table installation_keys (
  name text primary key,
  value bytea not null
);

-- A classroom's shared tablet. The activation key is stored as an HMAC and deleted once it is used.
create table devices (
  center_id text not null references centers,
  id uuid not null,
  name text not null,
  state text not null default 'pending' check (state in ('pending', 'active', 'revoked')),
  key_hash bytea,
  key_expires_at timestamptz,
  activated_at timestamptz,
  user_agent text not null default '',
  -- Wrong classroom PINs in a row. They aren't in failed_tries, because the office sees this block and lifts it.
  pin_fails smallint not null default 0,
  pin_failed_at timestamptz,
  created_by uuid not null references people,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  constraint key_while_pending check ((state = 'pending') = (key_hash is not null))
);
create index devices_by_key on devices (key_hash);
create index devices_by_creator on devices (created_by);

-- The cookie holds the token. Times are the database's own.
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
  -- Time of the last password or code (reliability T45).
  proven_at timestamptz not null default now(),
  -- Network address of the last call.
  address text not null default '',
  -- Person at a tablet who gave the classroom PIN last. Only compared, so it references nobody.
  claimed_by uuid,
  claimed_at timestamptz,
  foreign key (device_center, device_id) references devices,
  constraint person_or_device check (num_nonnulls(person_id, device_id) = 1)
);
create index sessions_of_person on sessions (person_id, created_at);
create index sessions_of_device on sessions (device_center, device_id);

-- Setup and recovery links with 256 bits, each used once.
create table sign_in_links (
  token_hash bytea primary key,
  person_id uuid not null references people,
  purpose text not null check (purpose in ('setup', 'recovery')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index links_of_person on sign_in_links (person_id);

-- A new email address of an account in use, until its owner opens the link that was sent to it. The account keeps the old one meanwhile.
create table email_changes (
  person_id uuid primary key references people,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null
);
create unique index email_change_by_token on email_changes (token_hash);

-- Second factors of staff (RFC 6238), in force from the first right code. The step of the last right code is stored, so that no code counts twice.
-- The first byte of the secret says whether it is encrypted (SECRETS_KEY).
create table second_factors (
  person_id uuid primary key references people,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- Ten codes for somebody who lost the phone, each used once.
create table recovery_codes (
  code_hash bytea not null,
  person_id uuid not null references second_factors on delete cascade,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Sign-ins with the right password that still need the code. Each token is used once.
create table sign_in_steps (
  token_hash bytea primary key,
  person_id uuid not null references people,
  action text not null,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index steps_of_person on sign_in_steps (person_id);

-- Failed attempts per account and per address, so that every replica slows the same guesser down.
create table failed_tries (
  subject text primary key,
  fails int not null,
  last_at timestamptz not null default now()
);

-- What a call must know of its own session. Requests can't read sessions.
create function proven_lately(session text, minutes int) returns boolean stable language sql security definer set search_path = public, pg_temp as $$
  select exists (select from sessions where id_hash = decode(session, 'hex') and proven_at > now() - make_interval(mins => minutes))
$$;
create function let_in_on(session text) returns uuid stable language sql security definer set search_path = public, pg_temp as $$
  select claimed_by from sessions where id_hash = decode(session, 'hex') and claimed_at > now() - interval '12 hours'
$$;

-- Ends the links to an account when its address changes. Requests can neither read nor make them.
create function void_links(person uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  update sign_in_links set used_at = now() where person_id = person and used_at is null
$$;
