-- Phone numbers keep their country: E.164, read with the country of the center (product §12).

alter table centers
  add column country text not null default 'US' constraint country_is_a_code check (country ~ '^[A-Z]{2}$'),
  add constraint center_phone_is_e164 check (phone ~ '^(\+[1-9]\d{4,14}|\d{0,10})$');

-- A center in a time zone of another country most likely is there.
update centers set country = zone.country
from (values
  ('Europe/London', 'GB'), ('Europe/Dublin', 'IE'), ('Europe/Paris', 'FR'), ('Europe/Berlin', 'DE'), ('Europe/Madrid', 'ES'),
  ('Europe/Rome', 'IT'), ('Europe/Amsterdam', 'NL'), ('Europe/Brussels', 'BE'), ('Europe/Vienna', 'AT'), ('Europe/Zurich', 'CH'),
  ('Europe/Lisbon', 'PT'), ('Europe/Stockholm', 'SE'), ('Europe/Copenhagen', 'DK'), ('Europe/Oslo', 'NO'), ('Europe/Helsinki', 'FI'),
  ('Europe/Warsaw', 'PL'), ('Europe/Prague', 'CZ'), ('Europe/Budapest', 'HU'), ('Europe/Athens', 'GR'), ('Europe/Istanbul', 'TR'),
  ('America/Toronto', 'CA'), ('America/Vancouver', 'CA'), ('America/Edmonton', 'CA'), ('America/Winnipeg', 'CA'), ('America/Halifax', 'CA'),
  ('America/Regina', 'CA'), ('America/St_Johns', 'CA'), ('America/Mexico_City', 'MX'), ('America/Sao_Paulo', 'BR'),
  ('America/Bogota', 'CO'), ('America/Lima', 'PE'), ('America/Santiago', 'CL'), ('America/Argentina/Buenos_Aires', 'AR'),
  ('Australia/Sydney', 'AU'), ('Australia/Melbourne', 'AU'), ('Australia/Brisbane', 'AU'), ('Australia/Perth', 'AU'),
  ('Australia/Adelaide', 'AU'), ('Australia/Hobart', 'AU'), ('Australia/Darwin', 'AU'), ('Pacific/Auckland', 'NZ'),
  ('Asia/Tokyo', 'JP'), ('Asia/Seoul', 'KR'), ('Asia/Shanghai', 'CN'), ('Asia/Hong_Kong', 'HK'), ('Asia/Taipei', 'TW'),
  ('Asia/Singapore', 'SG'), ('Asia/Kuala_Lumpur', 'MY'), ('Asia/Manila', 'PH'), ('Asia/Jakarta', 'ID'), ('Asia/Bangkok', 'TH'),
  ('Asia/Ho_Chi_Minh', 'VN'), ('Asia/Kolkata', 'IN'), ('Asia/Calcutta', 'IN'), ('Asia/Karachi', 'PK'), ('Asia/Dhaka', 'BD'),
  ('Asia/Dubai', 'AE'), ('Asia/Riyadh', 'SA'), ('Asia/Jerusalem', 'IL'), ('Africa/Cairo', 'EG'), ('Africa/Johannesburg', 'ZA'),
  ('Africa/Lagos', 'NG'), ('Africa/Nairobi', 'KE')) zone (name, country)
where time_zone = zone.name;

-- Numbers had at most ten digits. Those of American centers are whole with ten. Others may have been cut, so they stay as they are until somebody
-- corrects them.
update centers set phone = '+1' || phone where country in ('US', 'CA') and phone ~ '^[2-9]\d{9}$';

alter table parent_links drop constraint parent_links_phone_check;
alter table parent_links add constraint phone_is_e164 check (phone ~ '^(\+[1-9]\d{4,14}|\d{0,10})$');
update parent_links l set phone = '+1' || l.phone from centers c
where c.id = l.center_id and c.country in ('US', 'CA') and l.phone ~ '^[2-9]\d{9}$';

alter table account_requests drop constraint account_requests_phone_check;
alter table account_requests add constraint requested_phone_is_e164 check (phone ~ '^(\+[1-9]\d{4,14}|\d{0,10})$');
update account_requests r set phone = '+1' || r.phone from centers c
where c.id = r.center_id and c.country in ('US', 'CA') and r.phone ~ '^[2-9]\d{9}$';
-- The keys that find students are written at the end; otherwise the next migration could not change these tables.
set constraints all immediate;
