-- A credit for an absence that nobody told of, where the centre gives one always; and what a person said of a credit, which marks leave as it is.
alter table credits
  drop constraint credits_reason_check,
  add constraint credits_reason_check check (reason in ('notice', 'excused', 'cancelled', 'absent', 'granted')),
  add column note text not null default '',
  add column by_hand boolean not null default false;
