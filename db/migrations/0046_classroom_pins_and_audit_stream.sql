-- A center chooses a PIN for its tablets before the first one is added. True: it said that none is asked. Those that there are go on as before.
alter table centers add column classroom_pin_waived boolean not null default false;
update centers set classroom_pin_waived = classroom_pin is null;
alter table centers add constraint pin_or_none check (not (classroom_pin_waived and classroom_pin is not null));

-- Who has read unusually much is looked for by when it was read.
create index disclosures_by_age on disclosures (at);

-- While there is a row, what is added to the audit trail waits to be streamed. `seq` is the number of the last line, and `id` tells one stream from another,
-- such as that from before a backup was restored.
create table audit_stream (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  seq bigint not null default 0
);

-- Rows of the trail that no line was written for yet. Each gets its line's number before the line is written.
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
