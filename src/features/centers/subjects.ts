/** What a class is of, in the specification's order (spec §9): a plain list, so that an address is read without more. */
export const subjects = ['Math', 'English', 'Private Tutoring', 'Group'] as const
