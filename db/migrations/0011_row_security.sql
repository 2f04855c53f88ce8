-- Requests see and change rows of their caller's centers only, even if a query forgets to say so (reliability T43). 'app.centers' lists what the caller
-- reaches: 'all', or an array of centers; unset it is nothing. The owner of the tables, who migrates, runs jobs and makes backups, isn't bound by it.
-- Requests sign in as a role that owns nothing and is a member of nothing. src/server/request-rights.ts lists its rights.
create function reaches_all() returns boolean stable parallel safe language sql as $$
  select coalesce(current_setting('app.centers', true) = 'all', false)
$$;
create function reached_centers() returns text[] stable parallel safe language sql as $$
  select case when current_setting('app.centers', true) like '{%' then current_setting('app.centers', true)::text[] else '{}' end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['students', 'programs', 'parent_links', 'account_requests', 'attendances', 'attendance_changes', 'credits', 'prospects',
    'student_notes', 'profile_notes', 'student_tests', 'student_levels', 'student_awards', 'work', 'work_sections', 'work_questions', 'work_places',
    'answers', 'late_answers'] loop
    execute format('alter table %I enable row level security', name);
    -- Both functions are called once per statement, not once per row.
    execute format('create policy own_centers on %I using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]))', name);
  end loop;
end $$;
