-- Who books make-ups: the office alone, or parents too, with or without the center's confirmation.
alter table centers
  add column makeup_booking text not null default 'office' check (makeup_booking in ('office', 'confirm', 'direct'));

-- The parent who booked a make-up, until the center confirms it. It has its seat meanwhile.
alter table places
  add column requested_by uuid references people,
  add constraint only_makeups_are_requested check (requested_by is null or type = 'make-up');
create index requested_places on places (requested_by, center_id) where requested_by is not null;
