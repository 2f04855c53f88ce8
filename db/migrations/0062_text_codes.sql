-- Codes for confirming a number are counted in failed_tries, so that turning texts off doesn't reset the count.
alter table text_numbers drop column codes, drop column codes_on;
