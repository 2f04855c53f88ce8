-- Events for open screens, from the transaction that made them until they are sent, a moment after its commit. A row that a killed process left is sent
-- by another one. NOTIFY in the transaction itself would let only one commit at a time through.
create table live_events (
  id bigint generated always as identity primary key,
  payload text not null constraint notifiable check (octet_length(payload) < 8000)
);
