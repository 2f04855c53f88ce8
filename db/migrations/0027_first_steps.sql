-- True if the dashboard shows what is still to be set up. Centers that have students don't need to be shown how to begin.
alter table centers add column first_steps boolean not null default true;
update centers c set first_steps = false where exists (select from students s where s.center_id = c.id);
