-- A dry run is a background run like the import itself. Its file is kept until it is imported, discarded or a day old.
alter table student_imports
  add column dry_run boolean not null default false,
  -- The result of a dry run.
  add column checked jsonb,
  drop constraint work_until_ended,
  add constraint work_until_ended check (dry_run or (state in ('waiting', 'running')) = (work is not null)),
  add constraint dry_run_has_file_and_result check (
    case when dry_run then work is not null and (state = 'done') = (checked is not null) else checked is null end);

drop index one_student_import_at_a_time;
create unique index one_student_import_at_a_time on student_imports (center_id) where state in ('waiting', 'running') and not dry_run;
create unique index one_student_check_at_a_time on student_imports (center_id) where state in ('waiting', 'running') and dry_run;
-- A person's next dry run takes the place of the last one.
create unique index one_student_check_a_person on student_imports (center_id, by) where dry_run;
