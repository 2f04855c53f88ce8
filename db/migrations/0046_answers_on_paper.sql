-- The page on which a student wrote an answer. Null for an answer given on screen.
alter table answers add column page_id uuid,
  add constraint page_of_answer foreign key (center_id, page_id) references printed_pages on delete set null (page_id);
create index answers_on_page on answers (center_id, page_id) where page_id is not null;
