-- Language of the pages and messages of a person; null if they haven't chosen one.
alter table people add column language text check (language in ('en', 'es'));
