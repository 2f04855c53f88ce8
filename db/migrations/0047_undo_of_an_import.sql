-- A large import is undone by a job too, and no other import into the center runs meanwhile.
alter table student_imports
  drop constraint student_imports_state_check,
  add constraint import_has_a_state check (state in ('waiting', 'running', 'done', 'failed', 'undoing'));
drop index one_student_import_at_a_time;
create unique index one_student_import_at_a_time on student_imports (center_id) where state in ('waiting', 'running', 'undoing') and not dry_run;
