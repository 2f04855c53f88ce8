-- Mobile numbers at which people get automatic messages as texts (SMS). A number counts once its owner has entered the code that was sent to it.
create table text_numbers (
  person_id uuid primary key references people,
  -- E.164.
  phone text not null check (phone ~ '^\+[1-9]\d{6,14}$'),
  confirmed_at timestamptz,
  code_hash bytea,
  code_until timestamptz,
  -- Wrong codes since the last one was sent.
  tries int not null default 0,
  -- Codes sent on a day (UTC), which are limited.
  codes int not null default 0,
  codes_on date not null default current_date,
  constraint code_until_known check ((code_hash is null) = (code_until is null)),
  constraint confirmed_without_code check (confirmed_at is null or code_hash is null)
);

-- Messages whose text was handed over, so that a job that runs twice after a crash doesn't send it twice.
create table sent_texts (
  mail_id uuid primary key references mail on delete cascade,
  at timestamptz not null default now()
);
