/**
 * Tables that define each field of a record once. Schemas, forms, files, wording and SQL are derived from
 * them.
 */

type Table = Readonly<Record<string, object>>

type Part<F extends Table, P extends string> = {
  [K in keyof F as F[K] extends Readonly<Record<P, unknown>> ? K : never]: F[K] extends Readonly<
    Record<P, infer V>
  >
    ? V
    : never
}

/**
 * Returns one part of every field that has it, in the table's order: `partOf(fields, 'label')` is `{ grade:
 * 'Grade', … }`.
 */
export const partOf = <F extends Table, P extends string>(fields: F, part: P) =>
  Object.fromEntries(
    Object.entries<Readonly<Record<string, unknown>>>(fields as never).flatMap(([name, field]) =>
      part in field ? [[name, field[part]]] : [],
    ),
  ) as Part<F, P>

/** Returns the names of a record's fields in order. */
export const namesOf = <R extends object>(record: R) => Object.keys(record) as (keyof R & string)[]

/** Returns a record with a value for each name. */
export const recordOf = <K extends string, V>(names: readonly K[], valueOf: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<K, V>
