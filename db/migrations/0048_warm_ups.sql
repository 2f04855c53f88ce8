-- A warm-up is a short homework for the start of class. Its questions are chosen one by one and pinned when it is assigned; other work gets its
-- questions when it starts.
alter table work add column warm_up boolean not null default false,
  add constraint only_homework_warms_up check (not warm_up or kind = 'homework' and corrects is null);
-- Most questions in the warm-up that is proposed for a child.
alter table centers add column warm_up_questions int not null default 5 check (warm_up_questions between 1 and 5);
