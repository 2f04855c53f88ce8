-- The latest page at the payment provider on which a family can pay an invoice, so that no second one is opened beside it.
alter table invoices add column payment_page text;

create or replace function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'draft' or is_deleting(old.center_id) then return old; end if;
  elsif old.state = 'draft' or new.state in (old.state, 'void')
    and to_jsonb(new) - '{state,voided_at,void_reason,payment_page}'::text[] = to_jsonb(old) - '{state,voided_at,void_reason,payment_page}'::text[]
  then return new; end if;
  raise exception 'a sent invoice is never changed' using errcode = 'insufficient_privilege';
end $$;

-- A payment online or from a bank's file counts once at a center, one entered by hand once for its family, because two families can write checks with
-- the same number.
alter table payments drop constraint payment_counts_once;
create unique index payment_counts_once on payments
  (center_id, (case when method = 'online' or reference like 'bank %' then reference else payer_id::text || ' ' || reference end));
