-- A parent needs a phone or an email address. The address is the person's and the phone is the link's, so a trigger checks both.

create function refuse_unreachable_parent() returns trigger language plpgsql as $$
begin
  if exists (select from people where id = new.parent_id and email is null) then
    raise check_violation using constraint = 'parent_can_be_reached', message = 'A parent needs a phone or an email address.';
  end if;
  return null;
end $$;
create trigger parent_can_be_reached after insert or update of phone, ended_at on parent_links
  for each row when (new.phone = '' and new.ended_at is null) execute function refuse_unreachable_parent();
