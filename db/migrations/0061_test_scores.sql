-- Outside a transaction: work is written meanwhile.
-- For the latest scores of many students: lists and dashboards no longer read all work that a student ever had.
create index concurrently test_scores on work (center_id, student_id, submitted_at) where kind = 'test' and score is not null and state <> 'void';
