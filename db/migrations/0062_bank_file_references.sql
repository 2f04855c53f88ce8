-- True for the reference of a payment from a bank's file: a hash of the line. One that a person typed, such as "bank 123", is not.
create function is_from_bank_file(reference text) returns boolean language sql immutable parallel safe
  return reference ~ '^bank [0-9a-f]{64}$';
