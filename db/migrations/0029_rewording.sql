-- A text, or the texts within a JSON value, with '(erased)' in the place of what a pattern finds.
create function reworded(value text, pattern text) returns text language sql immutable parallel safe as $$
  select regexp_replace(value, pattern, '(erased)', 'gi')
$$;
create function reworded(value jsonb, pattern text) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (select coalesce(jsonb_object_agg(key, reworded(each, pattern)), '{}') from jsonb_each(value) as of(key, each))
    when 'array' then (select coalesce(jsonb_agg(reworded(each, pattern) order by num), '[]') from jsonb_array_elements(value) with ordinality as of(each, num))
    when 'string' then to_jsonb(reworded(value #>> '{}', pattern))
    else value end;
end $$;
