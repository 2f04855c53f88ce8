-- A centre's students in the order of their list, and what finds each of them, so that a list or a search costs what it shows: neither the
-- people of other centres nor all of the centre's own are read for it. Every row follows from students, people and parent_links, by triggers.
create extension if not exists btree_gin;

create table student_keys (
  center_id text not null,
  student_id uuid not null,
  status text not null,
  last_name text not null,
  first_name text not null,
  -- Name and number, and e-mails and phones of the active parents, as a search compares them, one a line.
  words text not null,
  -- The name alone, the first line.
  name_key text not null generated always as (split_part(words, e'\n', 1)) stored,
  primary key (student_id, center_id),
  foreign key (center_id, student_id) references students on delete cascade
);
create index student_keys_by_name on student_keys (center_id, last_name, first_name, student_id) include (status);
create index student_keys_of_namesakes on student_keys (center_id, name_key, student_id) include (status);
create index student_keys_by_words on student_keys using gin (center_id, words gin_trgm_ops) with (fastupdate = off);

-- Whoever changes the same student at the same time waits, and then reads what the other has written. By index and with one plan, whatever
-- PostgreSQL knows of the tables, which is little while an import fills them: thousands of students have to be written within a commit.
create function write_student_keys(students uuid[]) returns void language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform from student_keys where student_id = any(students) order by student_id, center_id for update;
  insert into student_keys as k (center_id, student_id, status, last_name, first_name, words)
  select s.center_id, s.id, s.status, p.last_name, p.first_name, concat_ws(e'\n', p.name_key, lower(s.student_num), (
    select string_agg(concat_ws(e'\n', lower(parent.email), nullif(l.phone, '')), e'\n')
    from parent_links l join people parent on parent.id = l.parent_id
    where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null))
  from students s join people p on p.id = s.id where s.id = any(write_student_keys.students)
  on conflict (student_id, center_id) do update
    set status = excluded.status, last_name = excluded.last_name, first_name = excluded.first_name, words = excluded.words
    where (k.status, k.last_name, k.first_name, k.words) is distinct from (excluded.status, excluded.last_name, excluded.first_name, excluded.words);
end $$;

-- At the end of a transaction, so that nobody who has more to write holds a key; `tg_argv` names the column with the student.
create function student_changed() returns trigger language plpgsql as $$
begin
  perform write_student_keys(array[(to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid]);
  return null;
end $$;
create constraint trigger keys_of_student after insert or update of student_num, status on students
  deferrable initially deferred for each row execute function student_changed('id');
create constraint trigger keys_of_link after insert or update of phone, ended_at or delete on parent_links
  deferrable initially deferred for each row execute function student_changed('student_id');

create function person_changed() returns trigger language plpgsql as $$
begin
  perform write_student_keys(array(select new.id union select student_id from parent_links where parent_id = new.id));
  return null;
end $$;
create constraint trigger keys_of_person after update of first_name, last_name, email on people
  deferrable initially deferred for each row
  when ((old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email)) execute function person_changed();

select write_student_keys(array(select id from students));

-- Parts of words are looked for among the keys alone.
drop index people_by_name, people_by_email, students_by_number, links_by_phone;
