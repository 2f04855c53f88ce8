-- An adaptive assessment can ask about neighboring levels, too, and asks at most as many questions as the level's fixed assessment has.
alter table work add column most_questions int check (most_questions between 1 and 1000),
  add constraint only_assessments_adapt check (most_questions is null or kind = 'assessment');
-- The place of a question among those that were asked. Null for one that wasn't, and in all other work.
alter table work_questions add column turn int check (turn >= 1),
  add constraint one_question_a_turn unique (center_id, work_id, turn);
