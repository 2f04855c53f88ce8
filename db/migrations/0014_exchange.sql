-- A file with learning material comes in parts, is looked at as a whole, and is imported by a job. The parts are forgotten when it has ended.
create table material_imports (
  id uuid primary key,
  by uuid not null references people,
  name text not null,
  size int not null check (size between 1 and 209715200),
  state text not null default 'uploading' check (state in ('uploading', 'checked', 'waiting', 'running', 'done', 'failed')),
  -- What was found in it, and how it is to be imported.
  found jsonb,
  plan jsonb,
  -- Where what was imported is.
  made jsonb,
  done int not null default 0,
  total int not null default 0,
  error text,
  created_at timestamptz not null default now(),
  constraint looked_at check (state in ('uploading', 'failed') or found is not null)
);
create index material_imports_by_person on material_imports (by);
create unique index one_material_import_at_a_time on material_imports ((true)) where state in ('waiting', 'running');

create table material_import_parts (
  import_id uuid not null references material_imports on delete cascade,
  num int not null check (num between 1 and 200),
  bytes bytea not null check (length(bytes) between 1 and 1048576),
  primary key (import_id, num)
);
