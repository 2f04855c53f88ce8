-- How a center presents itself in its mail. Opening hours are one entry a weekday from Sunday on, such as '15:00-20:00', or '' if it is closed.
alter table centers
  add column website text not null default '' check (char_length(website) <= 200),
  add column color text not null default '' check (color ~ '^(#[0-9a-f]{6})?$'),
  add column opening_hours text[] not null default array['', '', '', '', '', '', ''] check (cardinality(opening_hours) = 7);

-- A center's logo, as a PNG of at most a few hundred pixels. `image` is its SHA-256.
create table center_logos (
  center_id text not null references centers,
  image text not null,
  bytes bytea not null,
  width int not null,
  height int not null,
  primary key (center_id, image),
  constraint one_logo unique (center_id)
);

-- The center that a message comes from. None for mail about an account.
alter table mail add column from_center text references centers;
create index mail_from_center on mail (from_center);

-- Mail of a center that somebody in a family doesn't want: all of it, or one kind.
create table unsubscriptions (
  center_id text not null references centers,
  person_id uuid not null references people,
  kind text not null,
  at timestamptz not null default now(),
  primary key (center_id, person_id, kind)
);
create index unsubscriptions_of_person on unsubscriptions (person_id);

alter table unsubscriptions enable row level security;
create policy own_centers on unsubscriptions
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));

-- Why the mail server last refused a person's address for good. Mail that is accepted clears it, and so does another address.
alter table people
  add column mail_refused_at timestamptz,
  add column mail_refusal text,
  add constraint refused_for_a_reason check ((mail_refused_at is null) = (mail_refusal is null));
create function forget_refusal() returns trigger language plpgsql as $$
begin
  new.mail_refused_at := null;
  new.mail_refusal := null;
  return new;
end $$;
create trigger refusal_of_an_address before update of email on people
  for each row when (lower(new.email) is distinct from lower(old.email)) execute function forget_refusal();
