-- A question keeps its newest answers only, so their turns go on beyond what is kept and have no upper bound of their own.
alter table answers drop constraint answers_seq_check, add constraint answers_seq_check check (seq >= 1);
alter table late_answers drop constraint late_answers_seq_check, add constraint late_answers_seq_check check (seq >= 1);
