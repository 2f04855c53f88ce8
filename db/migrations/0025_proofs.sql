-- When the person of a session last proved to be it, by password or code (reliability T45), and from which address it was used last.
alter table sessions add column proven_at timestamptz not null default '-infinity';
alter table sessions alter column proven_at set default now();
alter table sessions add column address text not null default '';

-- A second factor of staff (RFC 6238). It counts from its first right code on; the step of the last right one is kept, so that none counts twice.
-- The secret begins with a byte that says whether it is encrypted (SECRETS_KEY).
create table second_factors (
  person_id uuid primary key references people,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- For who has lost the telephone: ten codes, kept as SHA-256, each used once.
create table recovery_codes (
  code_hash bytea not null,
  person_id uuid not null references second_factors on delete cascade,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- Whose password was right and whose code is still to come. The token is kept as SHA-256 and used once.
create table sign_in_steps (
  token_hash bytea primary key,
  person_id uuid not null references people,
  deed text not null,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index steps_of_person on sign_in_steps (person_id);
