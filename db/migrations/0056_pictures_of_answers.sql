-- Picture in the key of a question whose answer is marked on it. It follows from the key, so that the picture stays as long as the question.
alter table question_revisions add column picture text constraint picture_in_question references visuals;
create index revisions_with_picture on question_revisions (picture);

create function revision_pictured() returns trigger language plpgsql as $$
begin
  new.picture := new.key #>> '{picture,image}';
  return new;
end $$;
create trigger picture_of_revision before insert on question_revisions for each row execute function revision_pictured();

-- Leaves out words of the product, and names of pictures, from the texts that the search finds.
create or replace function texts_of_key(key jsonb) returns text language sql immutable parallel safe
  return (
    select string_agg(case jsonb_typeof(field.value) when 'string' then field.value #>> '{}' else (
      select string_agg(text #>> '{}', ' ') from jsonb_array_elements(field.value) text where jsonb_typeof(text) = 'string') end, ' ')
    from jsonb_path_query(key - 'mistakes', 'strict $.** ? (@.type() == "object")') part cross join lateral jsonb_each(part) field
    where jsonb_typeof(field.value) in ('string', 'array')
      and field.key not in ('kind', 'form', 'figure', 'drawType', 'graphType', 'mode', 'type', 'image'));
