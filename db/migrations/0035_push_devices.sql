-- Browsers in which people get notifications (Web Push). The keys encrypt what is sent to them.
create table push_devices (
  id uuid primary key,
  person_id uuid not null references people,
  endpoint text not null check (char_length(endpoint) <= 1000),
  public_key text not null,
  auth_secret text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  -- A browser belongs to whoever switched notifications on last.
  constraint one_endpoint unique (endpoint)
);
create index push_devices_of_person on push_devices (person_id, created_at);
