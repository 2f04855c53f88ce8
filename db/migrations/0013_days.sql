-- What the dashboard and the oddities read of many days at once: marks by day, places by their first and last day, and the few rows that matter
-- of tables that grow.
create index attendances_by_day on attendances (center_id, held_on, mark);
create index cancelled_days on class_days (center_id, class_id, held_on) where cancelled_at is not null;
create index people_without_account on people (id) where password_hash is null and google_subject is null;
create index waitlists on places (center_id, class_id) where type = 'waitlist';
create index credits_to_spend on credits (center_id, expires_on) where void_at is null and place_id is null;
create index credits_void_but_spent on credits (center_id) where void_at is not null and place_id is not null;
create index places_by_start on places (center_id, lower(during));
create index places_by_end on places (center_id, upper(during));
create index links_to_call on parent_links (center_id, student_id) where ended_at is null and contact and phone <> '';
