-- A payment that a family disputes at its bank: Stripe takes the amount back, which is entered as a refund with the id of the dispute, so that it
-- counts once. If the dispute is won, that entry is reversed.
alter table ledger_entries
  add column dispute text check (dispute <> ''),
  add constraint only_refunds_are_disputed check (dispute is null or refunds is not null),
  add constraint dispute_counts_once unique (center_id, dispute);
-- Stripe's events about disputes name the payment, but not the center.
create index online_payments on payments (reference) where method = 'online';
