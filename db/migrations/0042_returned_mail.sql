-- The job that reads returned mail looks at the refused addresses every five minutes.
create index refused_addresses on people (id) where mail_refused_at is not null;
