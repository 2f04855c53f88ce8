-- Payments that families make online, at a payment provider. The reference is the provider's id of the payment.
alter table payments
  drop constraint payments_method_check,
  add constraint known_method check (method in ('cash', 'check', 'card', 'bank', 'online', 'other'));
