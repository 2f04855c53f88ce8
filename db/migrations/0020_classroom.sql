-- Who goes to a raised hand; on a device the teacher or assistant who was chosen there.
alter table work_places add column hand_seen_by uuid references people;
create index work_places_by_helper on work_places (hand_seen_by) where hand_seen_by is not null;
-- What is asked on a classroom's device before somebody works there; hashed as a password is.
alter table centers add column classroom_pin text;
