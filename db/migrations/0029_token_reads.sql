-- Records of children that a program read with an access token. The person is the creator of the token.
alter table access_log drop constraint access_log_how_check;
alter table access_log add constraint access_log_how_check check (how in ('read', 'list', 'record', 'mail', 'print', 'token'));

-- What waits for a webhook and when it last received something, which its page and its deliveries look up.
create index deliveries_waiting on webhook_deliveries (center_id, webhook_id, at, id) where status = 'waiting';
create index deliveries_received on webhook_deliveries (center_id, webhook_id, delivered_at) where delivered_at is not null;
