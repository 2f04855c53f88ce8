-- Imports of staff, classes and enrollments, next to students. They end within their call, so they have no input and no other state.
alter table runs
  drop constraint run_has_a_kind,
  drop constraint kind_has_its_place,
  add constraint run_has_a_known_kind check (kind in ('questions', 'material', 'students', 'students-check', 'staff', 'classes', 'enrollments')),
  add constraint kind_is_of_its_place check (
    (kind = 'questions') = (section_id is not null)
    and (kind in ('students', 'students-check', 'staff', 'classes', 'enrollments')) = (center_id is not null));
