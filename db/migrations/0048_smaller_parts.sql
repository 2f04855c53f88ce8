-- A file of material comes in parts of 256 KiB instead of 1 MiB, so that no call waits long behind one. What was brought before is cut up.
create temporary table larger_parts on commit drop as select import_id, num, bytes from material_import_parts;
delete from material_import_parts;
alter table material_import_parts
  alter column bytes set storage external,
  drop constraint material_import_parts_num_check,
  drop constraint material_import_parts_bytes_check,
  add constraint part_is_of_a_file check (num between 1 and 800),
  add constraint part_is_small check (length(bytes) between 1 and 262144);
insert into material_import_parts (import_id, num, bytes)
select import_id, (num - 1) * 4 + piece, substr(bytes, (piece - 1) * 262144 + 1, 262144)
from larger_parts, generate_series(1, 4) as piece
where length(bytes) > (piece - 1) * 262144;
