-- Whether a parent wants the centre's mail about a child. The right to be contacted (`contact`) is the office's to give; this is the parent's own wish.
alter table parent_links add column mails boolean not null default true;
