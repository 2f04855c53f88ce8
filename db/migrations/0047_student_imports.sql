-- A large import is undone by a job too, and no other import into the center runs meanwhile.
alter table student_imports
  drop constraint student_imports_state_check,
  add constraint import_has_a_state check (state in ('waiting', 'running', 'done', 'failed', 'undoing'));
drop index one_student_import_at_a_time;
create unique index one_student_import_at_a_time on student_imports (center_id) where state in ('waiting', 'running', 'undoing') and not dry_run;

-- Large files of students are looked through one after the other in the whole house, however many processes it has: each keeps a processor busy.
create or replace function queue_job(name text, payload json, key text, at timestamptz) returns void language plpgsql security definer
  set search_path = graphile_worker, public, pg_temp as $$
begin
  perform graphile_worker.add_job(name, payload, queue_name => case name when 'check-students' then name end, job_key => key, run_at => at);
end $$;
