-- What requests may do must not lead into an account by a detour: by another e-mail address and the mail with a new password to it.

create function refuse_email_of_used_account() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'A request can''t change the e-mail address of an account in use.';
end $$;

create trigger email_of_used_account before update of email on people
  for each row when (current_user = 'blended_requests' and old.in_use and new.email is distinct from old.email)
  execute function refuse_email_of_used_account();

-- Requests queue only what their own calls lead to; everything else is the server's.
create or replace function queue_job(name text, payload json, key text, at timestamptz) returns void language plpgsql security definer
  set search_path = graphile_worker, public, pg_temp as $$
begin
  if 'blended_requests' in (session_user, current_setting('role')) and name not in
    ('mail', 'notice', 'account-request', 'check-students', 'import-students', 'import-questions', 'import-material', 'complete-work')
  then
    raise insufficient_privilege using message = 'A request can''t queue this job.';
  end if;
  perform graphile_worker.add_job(name, payload, queue_name => case name when 'check-students' then name end, job_key => key, run_at => at);
end $$;
