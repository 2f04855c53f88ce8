-- What the machine says of an answer by a key that was mended later. `verdict` stays what it said at first.
alter table answers add column regraded jsonb;
