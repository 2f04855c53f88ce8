-- True if homework has only half of a section's questions: those that the student hasn't had for the longest time.
alter table work_sections add column is_half boolean not null default false;
