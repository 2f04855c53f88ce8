-- Addresses of other programs that are told of changes, and what each was told (Standard Webhooks).
create table webhooks (
  center_id text not null references centers,
  id uuid not null,
  url text not null,
  events text[] not null,
  -- Keys of the signature. The first byte says whether they are encrypted (SECRETS_KEY). The one before also signs for a day.
  secret bytea not null,
  old_secret bytea,
  old_until timestamptz,
  enabled boolean not null default true,
  -- Time of the first failure since the last success. After five days it is switched off.
  failing_since timestamptz,
  created_by uuid not null references people,
  created_at timestamptz not null default now(),
  version int not null default 1,
  primary key (center_id, id),
  constraint some_events check (cardinality(events) > 0)
);
create index webhooks_by_creator on webhooks (created_by);

-- One row for each change and webhook, from the transaction of the change. Holds ids only.
create table webhook_deliveries (
  center_id text not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  event text not null,
  data jsonb not null,
  at timestamptz not null default now(),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  tries int not null default 0,
  -- Time of the next try. A try that is going on has moved it into the future, so that it is made again if its process is killed.
  next_at timestamptz not null default now(),
  -- Status of the last answer, or why there was none.
  answer int,
  error text,
  delivered_at timestamptz,
  primary key (center_id, id),
  foreign key (center_id, webhook_id) references webhooks on delete cascade
);
create index deliveries_of_webhook on webhook_deliveries (center_id, webhook_id, at desc, id);
create index deliveries_due on webhook_deliveries (next_at) where status = 'waiting';
create index deliveries_by_age on webhook_deliveries (at);

do $$
declare
  name text;
begin
  foreach name in array array['webhooks', 'webhook_deliveries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_centers on %I using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]))', name);
  end loop;
end $$;

-- Queues the job that delivers what is due. Requests can't queue it themselves. Only one runs at a time, so that slow receivers don't hold up mail; it
-- makes many deliveries at once. Centers have keys of their own, so that their changes don't wait for each other.
create function queue_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job('webhooks', '{}', queue_name => 'webhooks', job_key => 'webhooks ' || center_id)
  from (select distinct center_id from changed where status = 'waiting' and next_at <= now()) due;
  return null;
end $$;
create trigger due_when_added after insert on webhook_deliveries
  referencing new table as changed for each statement execute function queue_webhooks();
create trigger due_when_changed after update on webhook_deliveries
  referencing new table as changed for each statement execute function queue_webhooks();
