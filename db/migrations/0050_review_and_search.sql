-- Why a question that nobody has approved waits for a review, since when, and what its author should change. The first two mean nothing for an approved
-- question (status success).
alter table questions
  add column waits_for text not null default 'new' check (waits_for in ('new', 'changed', 'imported', 'marked', 'returned')),
  add column waits_since timestamptz not null default now(),
  add column review_note text not null default '';
update questions q set waits_for = case when q.revision > 1 then 'changed' else 'new' end, waits_since = r.at
from question_revisions r where r.question_id = q.id and r.revision = q.revision;
create index questions_to_review on questions (waits_since, id) where status <> 'success';

-- Deleted questions are restored with these columns, too.
update trash set rows = jsonb_set(rows, '{questions}', (
  select jsonb_agg(jsonb_build_object('waits_for', 'new', 'waits_since', q -> 'created_at', 'review_note', '') || q) from jsonb_array_elements(rows -> 'questions') q))
where jsonb_array_length(coalesce(rows -> 'questions', '[]')) > 0;

-- What students' answers suggest about a question, as a job finds it. A review settles it until twice as many have answered.
alter table question_difficulties
  add column flags text[] not null default '{}' check (flags <@ '{easy,hard,unrelated,mistake}'),
  add column flagged_since timestamptz,
  add column reviewed_answers int not null default 0,
  add constraint flagged_since_then check ((flagged_since is null) = (cardinality(flags) = 0));
create index flagged_questions on question_difficulties (flagged_since, question_id) where flagged_since is not null;

-- Returns the words and numbers of a Markdown text with TeX, without accents and case. TeX that only arranges is left out; names such as \sqrt and \pi stay.
create function words_in(source text) returns text[] language sql immutable parallel safe
  return array(
    select distinct left(btrim(word, '.'), 60) from regexp_split_to_table(
      regexp_replace(regexp_replace(regexp_replace(fold(regexp_replace(source,
        '\\(left|right|begin|end|text|textbf|textit|mathrm|mathbf|mathit|operatorname|displaystyle|hline|quad|qquad|phantom)(?![A-Za-z])', ' ', 'g')),
        '([0-9])\{?,\}?(?=[0-9]{3}(?![0-9]))', '\1', 'g'),
        '([0-9])(?=[^0-9.])', '\1 ', 'g'),
        '([^0-9.\s])(?=[0-9])', '\1 ', 'g'),
      '[\s!-\-/:-@\[-`{-~×÷·−–—‘’“”„«»…¿¡°≤≥≠=]+') word
    where btrim(word, '.') <> '');

-- Returns the texts of an answer key: every string except the names of kinds and forms.
create function texts_of_key(key jsonb) returns text language sql immutable parallel safe
  return (
    select string_agg(case jsonb_typeof(field.value) when 'string' then field.value #>> '{}' else (
      select string_agg(text #>> '{}', ' ') from jsonb_array_elements(field.value) text where jsonb_typeof(text) = 'string') end, ' ')
    from jsonb_path_query(key - 'mistakes', 'strict $.** ? (@.type() == "object")') part cross join lateral jsonb_each(part) field
    where jsonb_typeof(field.value) in ('string', 'array') and field.key not in ('kind', 'form', 'figure', 'drawType', 'graphType'));

-- Returns the search for questions with all of these words and labels, null if there are none. The last letters of a word may be missing, but not digits
-- of a number.
create function words_search(find text, labels text[]) returns tsquery language sql immutable parallel safe
  return (select string_agg(term, ' & ')::tsquery from (
    select quote_literal(word) || case when word ~ '^[0-9.]+$' then '' else ':*' end as term from unnest(words_in(find)) word
    union all select quote_literal(label) from unnest(labels) label) terms);

-- Words that find each question: those of its text, its answers and its hint, and labels with a colon for its kind, status, level and section. A search
-- for a frequent word in a section reads no more than what it finds. Every row follows from other tables, by the triggers below.
create table question_words (
  question_id uuid primary key references questions on delete cascade,
  words tsvector not null
);
create index question_words_by_word on question_words using gin (words) with (fastupdate = off);

create function write_question_words(ids uuid[]) returns void language sql security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
  insert into question_words (question_id, words)
  select q.id, array_to_tsvector(array['kind:' || (r.key ->> 'kind'), 'status:' || q.status, 'level:' || s.level_id, 'section:' || s.id]
    || words_in(concat_ws(' ', r.instructions, r.source, texts_of_key(r.key), r.visual_alt,
      (select string_agg(step.source, ' ') from hint_steps step where step.hint_id = r.hint_id))))
  from questions q join question_revisions r on r.question_id = q.id and r.revision = q.revision join sections s on s.id = q.section_id
  where q.id = any(ids) order by q.id
  on conflict (question_id) do update set words = excluded.words
$$;

-- A revision is always stored after its question.
create function question_revised() returns trigger language plpgsql as $$
begin
  perform write_question_words(array(select question_id from new_rows));
  return null;
end $$;
create trigger words_of_revision after insert on question_revisions referencing new table as new_rows
  for each statement execute function question_revised();

create function question_moved_on() returns trigger language plpgsql as $$
begin
  perform write_question_words(array(select q.id from new_rows q join old_rows o on o.id = q.id where (q.status, q.revision) <> (o.status, o.revision)));
  return null;
end $$;
create trigger words_of_question after update on questions referencing old table as old_rows new table as new_rows
  for each statement execute function question_moved_on();

create function hint_revised() returns trigger language plpgsql as $$
begin
  perform write_question_words(array(select distinct r.question_id from steps join question_revisions r on r.hint_id = steps.hint_id));
  return null;
end $$;
create trigger words_of_new_steps after insert on hint_steps referencing new table as steps for each statement execute function hint_revised();
create trigger words_of_old_steps after delete on hint_steps referencing old table as steps for each statement execute function hint_revised();

do $$ begin perform write_question_words(array(select id from questions)); end $$;
