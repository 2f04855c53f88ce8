-- Requests may also queue `admin-notice`, which replaces `notice`. The previous version, which may run at the same time, still queues and runs `notice`.
create or replace function queue_job(name text, payload json, key text, at timestamptz) returns void language plpgsql security definer
  set search_path = graphile_worker, public, pg_temp as $$
begin
  if 'blended_requests' in (session_user, current_setting('role')) and name not in
    ('mail', 'notice', 'admin-notice', 'account-request', 'check-students', 'import-students', 'import-questions', 'import-material', 'complete-work')
  then
    raise insufficient_privilege using message = 'A request can''t queue this job.';
  end if;
  perform graphile_worker.add_job(name, payload, queue_name => case name when 'check-students' then name end, job_key => key, run_at => at);
end $$;
