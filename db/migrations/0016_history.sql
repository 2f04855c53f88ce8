-- A record's history in words: what was done to it, and to what belongs to it. Whose that was stands in the audit row: the student, parent and class
-- of either side, and the students of the places that ended with a class.
create function audit_about(before jsonb, after jsonb) returns text[] immutable parallel safe language sql as $$
  select array_remove(array[before ->> 'studentId', after ->> 'studentId', before ->> 'parentId', after ->> 'parentId',
    before ->> 'classId', after ->> 'classId'], null)
    || array(select jsonb_array_elements_text(jsonb_path_query_array(before, '$.places[*].studentId')))
$$;
create index audit_about_record on audit using gin (audit_about(before, after));

-- What the office notes about a teacher is changed by several people.
alter table staff add column version int not null default 1;
