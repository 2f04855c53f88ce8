-- Wrong classroom PINs in a row on a tablet. They stand here, and not with other failed tries, because the office sees the block and lifts it.
alter table devices add column pin_fails smallint not null default 0;
alter table devices add column pin_failed_at timestamptz;
