-- How many hours ahead was in time when the family told of an absence: a rule that the centre changes later takes nothing back and gives nothing.
alter table attendances add column notice_hours int;
update attendances a set notice_hours = c.notice_hours from centers c where c.id = a.center_id and a.noticed_at is not null;
create function keep_notice_hours() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.noticed_at is distinct from new.noticed_at then
    select notice_hours into new.notice_hours from centers where id = new.center_id;
  end if;
  return new;
end $$;
create trigger told_by_the_rule_then before insert or update of noticed_at on attendances
  for each row when (new.noticed_at is not null) execute function keep_notice_hours();

-- How often a day was closed or opened again: a calendar takes over only what has a higher number than before.
create table closure_turns (
  center_id text not null references centers,
  held_on date not null,
  turns int not null default 1,
  primary key (center_id, held_on)
);
insert into closure_turns (center_id, held_on) select center_id, held_on from closures;

alter table oddity_snoozes add column version int not null default 1;
