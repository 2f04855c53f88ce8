-- Pages of worksheets that were printed for a student's work. A page's code is its id, so it must be hard to guess. `questions` tells which question,
-- in which revision, stands where, so that the page can still be read after questions have changed.
create table printed_pages (
  center_id text not null,
  id uuid not null,
  work_id uuid not null,
  -- Pages that were printed together.
  sheet_id uuid not null,
  num int not null check (num >= 1),
  questions jsonb not null,
  printed_by uuid not null references people,
  printed_at timestamptz not null default now(),
  -- The straightened photograph of the page as the student filled it in, in WebP, and what staff read on it.
  picture bytea,
  marks jsonb,
  scanned_by uuid references people,
  scanned_at timestamptz,
  primary key (center_id, id),
  constraint one_page_a_number unique (center_id, sheet_id, num),
  foreign key (center_id, work_id) references work,
  constraint scanned_with_picture check (num_nonnulls(picture, marks, scanned_by, scanned_at) in (0, 4))
);
create index printed_pages_of_work on printed_pages (center_id, work_id);
create index printed_pages_by_printer on printed_pages (printed_by);
create index printed_pages_by_scanner on printed_pages (scanned_by) where scanned_by is not null;

alter table printed_pages enable row level security;
create policy own_centers on printed_pages
  using ((select reaches_all()) or center_id = any ((select reached_centers())::text[]));
