-- Files take room, and each center has so many bytes of it. A file of somebody who works at no center is charged to that person.
alter table centers add column storage_quota bigint not null default 5000000000
  constraint storage_quota_in_range check (storage_quota between 0 and 1000000000000000);
alter table visuals add column charged_to text references centers;
alter table material_imports add column charged_to text references centers;
update visuals set charged_to = (select min(center_id) from staff where person_id = by and active);
update material_imports set charged_to = (select min(center_id) from staff where person_id = by and active);
create index visuals_of_center on visuals (charged_to);
create index material_imports_of_center on material_imports (charged_to);
