-- People who used a tablet earlier in a session, each with the time from the PIN until the next person's. Marks that waited on the tablet still count as
-- made by the person who had it then.
alter table sessions add column earlier_claims jsonb not null default '[]';

-- Also true if that person is still the last one who entered the PIN, because marks may wait on a tablet for days.
create function was_let_in_on(session text, person uuid, at timestamptz) returns boolean stable language sql security definer set search_path = public, pg_temp as $$
  select exists (
    select from sessions, lateral (
      select person_id, since, until from jsonb_to_recordset(earlier_claims) as earlier (person_id uuid, since timestamptz, until timestamptz)
      union all select claimed_by, claimed_at, now()
    ) claim
    where id_hash = decode(session, 'hex') and claim.person_id = person and since > now() - interval '8 days'
      -- The tablet's estimate of the server's time may be off by some seconds. A PIN is valid for 12 hours.
      and at between since - interval '10 seconds' and least(until, since + interval '12 hours') + interval '10 seconds')
$$;
