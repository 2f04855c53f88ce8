-- Automatic messages about invoices that are due soon, and about each week.
alter table reminders
  drop constraint reminders_kind_check,
  add constraint reminder_is_of_a_kind check (kind in ('class', 'absent', 'change', 'expiry', 'overdue', 'report', 'invoice', 'week'));
alter table mail
  drop constraint mail_kind_check,
  add constraint mail_is_of_a_kind check (kind in ('class', 'absent', 'change', 'expiry', 'overdue', 'report', 'invoice', 'week'));
create index invoices_due on invoices (center_id, due_on) where state = 'sent';
