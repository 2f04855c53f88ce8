-- Public keys with which people log in instead of with a password (WebAuthn). The private keys never leave their devices.
create table passkeys (
  id uuid primary key,
  person_id uuid not null references people,
  credential_id bytea not null,
  public_key bytea not null,
  -- Number of signatures that the device has counted; 0 if it doesn't count. It must grow, or the key was copied.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint one_credential unique (credential_id)
);
create index passkeys_of_person on passkeys (person_id);
