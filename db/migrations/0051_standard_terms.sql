-- Standard terms for what the log and the keys are called.
alter table audit rename column deed to action;
alter table sign_in_steps rename column deed to action;
alter table disclosures rename to access_log;
alter index disclosures_by_person rename to access_log_by_person;
alter index disclosures_by_age rename to access_log_by_age;
alter table house_keys rename to installation_keys;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('privacy.erasing', true) = 'on'
    and (new.id, new.at, new.action, new.entity_id) = (old.id, old.at, old.action, old.entity_id)
    and (new.person_id, new.device_id, new.center_id) is not distinct from (old.person_id, old.device_id, old.center_id) then return new; end if;
  if tg_op = 'DELETE' and current_setting('privacy.erasing', true) = 'on' and old.at < now() - interval '24 months' then return old; end if;
  raise exception 'the audit trail can only grow' using errcode = 'insufficient_privilege';
end $$;
