-- What is checked again right before a message is sent: the kind that a parent can turn off, and the instant from which it no longer helps.
alter table mail
  add column kind text check (kind in ('class', 'absent', 'change', 'expiry', 'overdue', 'report')),
  add column send_until timestamptz;

-- A stopped message isn't tried again by itself: the address was rejected, or nobody wants the message any more. `error` says why.
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check check (state in ('queued', 'sent', 'failed', 'stopped', 'kept'));

-- When a term was stored, so that only later moves of a class are written about. Unknown for earlier terms.
alter table class_terms add column written_at timestamptz;
alter table class_terms alter column written_at set default now();
