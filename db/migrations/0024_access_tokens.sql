-- Keys with which other programs use the API for one center. The token is shown once; its SHA-256 is stored.
create table access_tokens (
  center_id text not null references centers,
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  -- Permissions that it has. Its creator must have them too, every time it is used.
  scopes text[] not null,
  created_by uuid not null references people,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The hour of its last call.
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (center_id, id),
  constraint some_scopes check (cardinality(scopes) > 0),
  constraint a_year_at_most check (expires_at <= created_at + interval '366 days')
);
create index access_tokens_by_hash on access_tokens (token_hash);
create index access_tokens_by_creator on access_tokens (created_by);

alter table access_tokens enable row level security;
create policy own_centers on access_tokens
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));

-- What a program does is in the log under the name of its token.
alter table audit add column token_id uuid;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('privacy.erasing', true) = 'on'
    and (new.id, new.at, new.action, new.entity_id) = (old.id, old.at, old.action, old.entity_id)
    and (new.person_id, new.device_id, new.token_id, new.center_id)
      is not distinct from (old.person_id, old.device_id, old.token_id, old.center_id) then return new; end if;
  if tg_op = 'DELETE' and current_setting('privacy.erasing', true) = 'on' and old.at < now() - interval '24 months' then return old; end if;
  if tg_op = 'DELETE' and current_setting('privacy.deleting', true) = 'on'
    and exists (select from centers where deleting_at is not null and (old.center_id is null or id = old.center_id)) then return old; end if;
  raise exception 'the audit trail can only grow' using errcode = 'insufficient_privilege';
end $$;
