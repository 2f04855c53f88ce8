-- Who gave the PIN of a centre's classrooms last on a device, and when: it acts for nobody else there. Only compared, so it refers to nobody.
alter table sessions add column claimed_by uuid;
alter table sessions add column claimed_at timestamptz;
