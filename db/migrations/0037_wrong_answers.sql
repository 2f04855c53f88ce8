-- How well a question tells apart who can do the rest of the work and who can't: the correlation between its result and that of its work.
alter table question_difficulties add column discrimination real check (discrimination between -1 and 1);

-- Equal wrong answers that at least three children gave to a question at its current revision, most frequent first. Made again by a job, without
-- saying whose they were.
create table wrong_answers (
  question_id uuid not null references questions on delete cascade,
  num int not null check (num >= 1),
  revision int not null,
  variant int,
  given jsonb not null,
  children int not null check (children >= 3),
  primary key (question_id, num)
);

-- Rows of both tables never change, except that a key may get other messages about mistakes. They don't decide what is right, so work that has begun
-- gets them too.
create function keep_key() returns trigger language plpgsql as $$
begin
  if new.key - 'mistakes' is distinct from old.key - 'mistakes' then
    raise exception 'the key of a stored revision never changes';
  end if;
  return new;
end $$;
create trigger key_stays before update of key on question_revisions for each row execute function keep_key();
create trigger key_stays before update of key on question_variants for each row execute function keep_key();
