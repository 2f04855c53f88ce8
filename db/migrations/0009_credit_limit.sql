-- How many credits of a subject a student can have open at once.
alter table centers add column credit_limit int not null default 3 check (credit_limit between 1 and 50);

-- A credit beyond the centre's limit is void from the first, and says of how many.
alter table credits
  add column over_limit int check (over_limit > 0),
  add constraint over_limit_is_void check (over_limit is null or void_at is not null);
