-- Most sections in the homework that is proposed for a child.
alter table centers add column homework_sections int not null default 3 check (homework_sections between 1 and 6);
