-- Centers, everybody with a name, and who works where.
create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create table centers (
  id text primary key check (char_length(id) between 1 and 60),
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  time_zone text not null,
  subjects text[] not null default '{Math,English,Private Tutoring,Group}',
  makeup_rule text not null default 'notice' check (makeup_rule in ('notice', 'always', 'never')),
  notice_hours int not null default 24 check (notice_hours between 0 and 336),
  credit_days int not null default 60 check (credit_days between 1 and 730),
  -- Open credits of one subject that a student can have at once.
  credit_limit int not null default 3 check (credit_limit between 1 and 50),
  -- Hash of the PIN that a classroom's tablet asks for before somebody works there.
  classroom_pin text,
  -- True if the center said that its tablets ask for no PIN.
  classroom_pin_waived boolean not null default false,
  -- Bytes that the center's files may take.
  storage_quota bigint not null default 5000000000 constraint storage_quota_in_range check (storage_quota between 0 and 1000000000000000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint pin_or_none check (not (classroom_pin_waived and classroom_pin is not null))
);

-- Returns text as it is compared: without accents, case and repeated spaces. The same as `fold` in src/shared.
create function fold(words text) returns text language sql immutable parallel safe
  return btrim(regexp_replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]', '', 'g'),
    'łøđħıς', 'lodhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), '\s+', ' ', 'g'));

-- Staff, teachers, students and parents. An account that signs in has a role or a group, never both (spec §1).
create table people (
  id uuid primary key,
  role text check (role in ('admin', 'manager', 'operator', 'editor')),
  "group" text check ("group" in ('students', 'parents')),
  first_name text not null,
  last_name text not null default '',
  name_key text not null generated always as (fold(first_name || ' ' || last_name)) stored,
  avatar text not null default 'dog',
  email text,
  user_name text check (user_name !~ '@'),
  password_hash text,
  google_subject text,
  -- True if somebody can sign in, for roles that can't read how.
  in_use boolean not null generated always as (password_hash is not null or google_subject is not null) stored,
  disabled_at timestamptz,
  -- Number in the private addresses of the person's calendars. A new number ends the old addresses.
  calendar_version int not null default 1,
  -- True if the demo made the account. Its password is public, so it never signs in outside the demo (src/server/demo.ts).
  demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint one_kind check (role is null or "group" is null),
  constraint google_subject_taken unique (google_subject)
);
create unique index email_taken on people (lower(email));
create unique index user_name_taken on people (lower(user_name));
create index people_by_name_exactly on people (name_key);
create index people_without_account on people (id) where password_hash is null and google_subject is null;

-- Stops a request from reaching an account by giving it another email address and asking for a new password.
create function refuse_email_of_used_account() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'A request can''t change the email address of an account in use.';
end $$;
create trigger email_of_used_account before update of email on people
  for each row when (current_user = 'blended_requests' and old.in_use and new.email is distinct from old.email)
  execute function refuse_email_of_used_account();

-- Duties of people at centers. A manager, operator or editor has the duty 'office', with the role of the account.
create table staff (
  center_id text not null references centers,
  person_id uuid not null references people,
  duty text not null check (duty in ('office', 'teacher', 'assistant')),
  type text not null default 'permanent' check (type in ('permanent', 'substitute')),
  notes text not null default '',
  active boolean not null default true,
  version int not null default 1,
  primary key (center_id, person_id, duty)
);
create index staff_of_person on staff (person_id);

-- People who were erased, so that whoever restores an older backup erases them again. Holds no names and nothing that leads to one.
create table erasures (
  person_id uuid primary key,
  kind text not null check (kind in ('asked', 'retention')),
  at timestamptz not null default now()
);
