-- An archived center is hidden and read-only. Deleting it takes an export since it was archived, and 30 days.
alter table centers
  add column archived_at timestamptz,
  -- The last complete export since then.
  add column exported_at timestamptz,
  -- Set while a job deletes the center.
  add column deleting_at timestamptz,
  add constraint deleted_from_the_archive check (archived_at is not null or num_nonnulls(exported_at, deleting_at) = 0);

create function is_archived(center text) returns boolean stable parallel safe language sql as $$
  select exists (select from centers where id = center and archived_at is not null)
$$;

-- Returns the centers of a parent's children, except archived ones. Asked before it is known what the transaction may see.
create or replace function centers_of_parent(parent uuid) returns text[] stable language sql security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct center_id), '{}') from parent_links where parent_id = parent and not is_archived(center_id)
$$;

-- The log only grows, except for what the law requires: words about a person who is erased are removed, and rows older than 24 months are deleted. What
-- is about a deleted center, or about people who belonged to it alone, is deleted with it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('privacy.erasing', true) = 'on'
    and (new.id, new.at, new.action, new.entity_id) = (old.id, old.at, old.action, old.entity_id)
    and (new.person_id, new.device_id, new.center_id) is not distinct from (old.person_id, old.device_id, old.center_id) then return new; end if;
  if tg_op = 'DELETE' and current_setting('privacy.erasing', true) = 'on' and old.at < now() - interval '24 months' then return old; end if;
  if tg_op = 'DELETE' and current_setting('privacy.deleting', true) = 'on'
    and exists (select from centers where deleting_at is not null and (old.center_id is null or id = old.center_id)) then return old; end if;
  raise exception 'the audit trail can only grow' using errcode = 'insufficient_privilege';
end $$;
