-- Outside a transaction: payments are recorded meanwhile.
-- As before, but a reference that a person typed counts once for its family even if it begins with "bank".
create unique index concurrently payment_recorded_once on payments
  (center_id, (case when method = 'online' or is_from_bank_file(reference) then reference else payer_id::text || ' ' || reference end));
drop index concurrently if exists payment_counts_once;
