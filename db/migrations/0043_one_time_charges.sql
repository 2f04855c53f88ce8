-- One-time charges, refunds that name the online payment that they pay back, and a second invoice of a month for a child who joins later.
alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  drop constraint entry_has_its_sign,
  add constraint ledger_entries_kind_check check (kind in ('invoice', 'payment', 'charge', 'credit', 'refund', 'reversal')),
  add constraint entry_has_its_sign check (
    case kind when 'invoice' then amount >= 0 when 'payment' then amount < 0 when 'credit' then amount < 0 when 'refund' then amount > 0
      when 'charge' then amount > 0 else true end),
  add column refunds uuid,
  add foreign key (center_id, refunds) references payments,
  add constraint only_refunds_pay_back check (refunds is null or kind = 'refund');
create index refunds_of_payment on ledger_entries (center_id, refunds) where refunds is not null;
-- Entries by day are exported for bookkeeping.
create index ledger_by_day on ledger_entries (center_id, entered_on);

drop index one_invoice_a_month;
create unique index one_draft_a_month on invoices (center_id, payer_id, month) where state = 'draft';

-- A child is billed once a month. Whoever sends holds the center's settings, so that two runs can't pass this check together.
create function check_billed_once() returns trigger language plpgsql as $$
begin
  if exists (
    select from invoice_lines l
    join invoice_lines other on other.center_id = l.center_id and other.student_id = l.student_id and other.invoice_id <> l.invoice_id
    join invoices i on i.center_id = other.center_id and i.id = other.invoice_id and i.month = new.month and i.state = 'sent'
    where l.center_id = new.center_id and l.invoice_id = new.id) then
    raise exception 'a child of invoice % is on another one of the month', new.id using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger billed_once_a_month after update of state on invoices
  for each row when (new.state = 'sent' and old.state = 'draft') execute function check_billed_once();
