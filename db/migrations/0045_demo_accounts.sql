-- An account that the demo made. Everybody knows its password, so it never signs in outside the demo (src/server/demo.ts).
alter table people add column demo boolean not null default false;

-- Earlier versions filled the demo without saying so. Its people share one salted hash, which no two people who chose a password themselves do.
update people set demo = true
where lower(email) like '%@demo.example'
  or password_hash in (select password_hash from people where password_hash is not null group by password_hash having count(*) > 1);

-- A tablet is activated anew after a year.
update sessions set ends_at = least(ends_at, created_at + interval '365 days') where device_id is not null;
