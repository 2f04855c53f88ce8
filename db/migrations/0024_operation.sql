-- What the product knows of its own keeping: backups and how each was tried, checks of the data, and what somebody must look at.
-- The list of backups follows the folder: a file that appears there gets a row, a row whose file is gone goes too.
create table backups (
  id uuid primary key,
  -- Null until it is written.
  file text unique,
  origin text not null check (origin in ('daily', 'asked', 'upgrade', 'command', 'found')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- What is being done now, and how far that is.
  step text not null default '',
  percent int not null default 0 check (percent between 0 and 100),
  bytes bigint,
  encrypted boolean,
  took_ms int,
  -- How it was tried: put into a scratch database and checked, or only read through where no scratch database may be made.
  verified text check (verified in ('restored', 'read')),
  verified_at timestamptz,
  error text,
  asked_by uuid references people,
  -- The moment that it is of.
  made_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  constraint done_with_file check (state <> 'done' or (file is not null and bytes is not null and encrypted is not null))
);
create index backups_by_asker on backups (asked_by);
-- One is made at a time.
create unique index one_backup_at_a_time on backups ((true)) where state in ('queued', 'running');

create table checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  took_ms int not null,
  -- [{ rule, rows, examples }], empty when all is as it must be.
  findings jsonb not null
);

-- Open until somebody has seen it; the same trouble again only counts on.
create table alarms (
  id uuid primary key,
  kind text not null,
  text text not null,
  times int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by uuid references people
);
create index alarms_by_seer on alarms (seen_by);
create unique index one_open_alarm_of_a_kind on alarms (kind) where seen_at is null;
