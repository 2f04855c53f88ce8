-- What was written on one device while another one's answer had taken its turn is kept as well (F28).
alter table late_answers add column overtaken boolean not null default false;
