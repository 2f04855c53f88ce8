-- True while the rows of a deleted center are removed. Its own row may be gone already, because all are removed by one statement.
create or replace function is_deleting(center text) returns boolean stable language sql as $$
  select coalesce(current_setting('privacy.deleting', true), '') = 'on'
    and not exists (select from centers where id = center and deleting_at is null)
$$;
