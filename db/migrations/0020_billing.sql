-- Rates, invoices, payments, and a ledger per family. Amounts are integers in the currency's smallest unit (cents).

-- The parent who pays for a child. Without a choice it is the child's first contact.
alter table parent_links add column pays boolean not null default false;
create unique index one_payer_a_child on parent_links (center_id, student_id) where pays;

create table billing_settings (
  center_id text primary key references centers,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- Basis points: 825 is 8.25 %.
  tax int not null default 0 check (tax between 0 and 3000),
  sibling_discount int not null default 0 check (sibling_discount between 0 and 10000),
  due_days int not null default 14 check (due_days between 0 and 90),
  how_to_pay text not null default '',
  -- The number of the next invoice that is sent. Whoever sends locks this row, so numbers have no gaps.
  next_number int not null default 1 check (next_number > 0),
  version int not null default 1
);

create table rates (
  center_id text not null references centers,
  id uuid not null,
  -- A rate is for every class of a subject, or for one class, which goes before its subject.
  subject text check (subject in ('Math', 'English', 'Private Tutoring', 'Group')),
  class_id uuid,
  unit text not null check (unit in ('month', 'class', 'hour')),
  amount int not null check (amount between 1 and 10000000),
  during daterange not null check (not isempty(during)),
  version int not null default 1,
  primary key (center_id, id),
  foreign key (center_id, class_id) references classes,
  constraint subject_or_class check (num_nonnulls(subject, class_id) = 1),
  constraint one_rate_at_a_time exclude using gist (center_id with =, coalesce(class_id::text, subject) with =, during with &&)
);
create index rates_of_class on rates (center_id, class_id);

-- One row per family that was ever billed, by the parent who pays. Its balance is what the family owes; less than 0 is a credit.
create table family_accounts (
  center_id text not null references centers,
  payer_id uuid not null references people,
  balance int not null default 0,
  primary key (center_id, payer_id)
);
create index accounts_of_payer on family_accounts (payer_id);

create table invoices (
  center_id text not null,
  id uuid not null,
  payer_id uuid not null,
  month date not null check (extract(day from month) = 1),
  state text not null default 'draft' check (state in ('draft', 'sent', 'void')),
  number int,
  currency text not null,
  total int not null check (total between 0 and 1000000000),
  -- Part of the total that the family's credit covered when it was sent.
  credit_used int not null default 0,
  due_on date,
  sent_on date,
  sent_at timestamptz,
  voided_at timestamptz,
  void_reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, payer_id) references family_accounts,
  constraint invoice_number_taken unique (center_id, number),
  constraint numbered_when_sent check ((state = 'draft') = (number is null) and num_nulls(number, sent_on, sent_at, due_on) in (0, 4)),
  constraint voided_with_a_time check ((state = 'void') = (voided_at is not null)),
  constraint credit_within_total check (credit_used between 0 and total)
);
create unique index one_invoice_a_month on invoices (center_id, payer_id, month) where state <> 'void';
create index invoices_of_payer on invoices (center_id, payer_id);
create index invoices_of_month on invoices (center_id, month, state);

create table invoice_lines (
  center_id text not null,
  invoice_id uuid not null,
  num int not null,
  student_id uuid not null,
  text text not null,
  amount int not null,
  tax int not null default 0,
  primary key (center_id, invoice_id, num),
  foreign key (center_id, invoice_id) references invoices,
  foreign key (center_id, student_id) references students
);
create index invoice_lines_of_student on invoice_lines (center_id, student_id);

create table payments (
  center_id text not null,
  id uuid not null,
  payer_id uuid not null,
  method text not null check (method in ('cash', 'check', 'card', 'bank', 'other')),
  paid_on date not null,
  amount int not null constraint payment_in_range check (amount between 1 and 10000000),
  -- Identifies the payment elsewhere, so that the same line of a bank's file counts once.
  reference text check (reference <> ''),
  note text not null default '',
  recorded_by uuid references people,
  recorded_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, payer_id) references family_accounts,
  constraint payment_counts_once unique (center_id, reference)
);
create index payments_of_payer on payments (center_id, payer_id);
create index payments_by_recorder on payments (recorded_by);

-- Everything that changes what a family owes. Positive amounts are owed by the family. Entries are never changed; a mistake is reversed by another one.
create table ledger_entries (
  center_id text not null,
  id bigint generated always as identity,
  payer_id uuid not null,
  kind text not null check (kind in ('invoice', 'payment', 'credit', 'refund', 'reversal')),
  amount int not null,
  entered_on date not null,
  invoice_id uuid,
  payment_id uuid,
  -- The entry that a reversal takes back.
  reverses bigint,
  note text not null default '',
  entered_by uuid references people,
  entered_at timestamptz not null default now(),
  primary key (center_id, id),
  foreign key (center_id, payer_id) references family_accounts,
  foreign key (center_id, invoice_id) references invoices,
  foreign key (center_id, payment_id) references payments,
  foreign key (center_id, reverses) references ledger_entries,
  constraint entry_has_its_cause check (
    (kind = 'invoice') = (invoice_id is not null) and (kind = 'payment') = (payment_id is not null) and (kind = 'reversal') = (reverses is not null)),
  constraint entry_has_its_sign check (
    case kind when 'invoice' then amount >= 0 when 'payment' then amount < 0 when 'credit' then amount < 0 when 'refund' then amount > 0 else true end),
  constraint one_entry_an_invoice unique (center_id, invoice_id),
  constraint one_entry_a_payment unique (center_id, payment_id),
  constraint reversed_once unique (center_id, reverses)
);
create index ledger_of_payer on ledger_entries (center_id, payer_id, id);
create index ledger_by_author on ledger_entries (entered_by);

-- An entry changes the balance in the same statement. The account's row lock makes concurrent entries follow each other.
create function change_balance() returns trigger language plpgsql as $$
begin
  update family_accounts set balance = balance + new.amount where center_id = new.center_id and payer_id = new.payer_id;
  return null;
end $$;
create trigger entry_changes_balance after insert on ledger_entries for each row execute function change_balance();

-- True while a deleted center's rows are removed.
create function is_deleting(center text) returns boolean stable language sql as $$
  select exists (select from centers where id = center and deleting_at is not null)
$$;

-- A ledger only grows. Only the words of a note may be removed, and everything of a deleted center.
create function keep_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_deleting(old.center_id) then return old; end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then return new; end if;
  raise exception 'the ledger can only grow' using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_only_grows before update or delete on ledger_entries for each row execute function keep_entry();

create function keep_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_deleting(old.center_id) then return old; end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - '{note,reference}'::text[] = to_jsonb(old) - '{note,reference}'::text[] then return new; end if;
  raise exception 'a payment is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger payments_stay before update or delete on payments for each row execute function keep_payment();

-- A sent invoice stays as it was sent, except that it can become void.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'draft' or is_deleting(old.center_id) then return old; end if;
  elsif old.state = 'draft'
    or to_jsonb(new) - '{state,voided_at,void_reason}'::text[] = to_jsonb(old) - '{state,voided_at,void_reason}'::text[] and new.state in (old.state, 'void')
  then return new; end if;
  raise exception 'a sent invoice is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger sent_invoices_stay before update or delete on invoices for each row execute function keep_invoice();

create function keep_line() returns trigger language plpgsql as $$
declare
  line invoice_lines := case tg_op when 'DELETE' then old else new end;
begin
  if exists (select from invoices where center_id = line.center_id and id = line.invoice_id and state <> 'draft') and not is_deleting(line.center_id) then
    raise exception 'a sent invoice is never changed' using errcode = 'insufficient_privilege';
  end if;
  return line;
end $$;
create trigger sent_lines_stay before insert or update or delete on invoice_lines for each row execute function keep_line();

-- An invoice is the sum of its lines, checked when the transaction ends.
create function check_total() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  invoice uuid := (changed ->> tg_argv[0])::uuid;
begin
  if exists (select from invoices i where i.center_id = changed ->> 'center_id' and i.id = invoice and i.total <>
    (select coalesce(sum(l.amount + l.tax), 0) from invoice_lines l where l.center_id = i.center_id and l.invoice_id = i.id)) then
    raise exception 'invoice % is not the sum of its lines', invoice using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger total_of_invoice after insert or update of total on invoices
  deferrable initially deferred for each row execute function check_total('id');
create constraint trigger total_of_lines after insert or update or delete on invoice_lines
  deferrable initially deferred for each row execute function check_total('invoice_id');

do $$
declare
  name text;
begin
  foreach name in array array['billing_settings', 'rates', 'family_accounts', 'invoices', 'invoice_lines', 'payments', 'ledger_entries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_centers on %I using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]))', name);
  end loop;
end $$;
