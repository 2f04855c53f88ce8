-- What an award was suggested for, so that the same is never suggested or given twice.
alter table student_awards add column rule text check (rule ~ '^(medal|levels) [1-9][0-9]{0,2}$');
create unique index award_given_for_it on student_awards (center_id, student_id, subject, rule) where rule is not null;
