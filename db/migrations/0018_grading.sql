-- What somebody often writes about answers, to write it with one key.
create table comment_snippets (
  center_id text not null references centers,
  id uuid not null,
  person_id uuid not null references people,
  text text not null check (length(text) between 1 and 800),
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  constraint snippet_kept_already unique (center_id, person_id, text)
);
create index comment_snippets_by_person on comment_snippets (person_id);

-- A thousand characters as they are typed may be more as they are stored.
alter table answers drop constraint answers_comment_check;
alter table answers add constraint answers_comment_check check (length(comment) between 1 and 4000);
