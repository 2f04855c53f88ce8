-- Who of the family told of an absence before the class; null where the office noted it.
alter table attendances add column told_by uuid references people;
create index attendances_by_teller on attendances (told_by);
