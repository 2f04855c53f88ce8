-- How families reach a center. Shown at the foot of every page of a parent.
alter table centers
  add column phone text not null default '' check (char_length(phone) <= 64),
  add column email text not null default '' check (char_length(email) <= 254);
