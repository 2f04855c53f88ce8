-- A new e-mail address of an account in use, until the link that was sent to it is opened. The account keeps the old one meanwhile.
create table email_changes (
  person_id uuid primary key references people,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null
);
create unique index email_change_by_token on email_changes (token_hash);
