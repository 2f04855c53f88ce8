/**
 * Subjects of classes, in the specification's order (spec §9). A plain list, so that reading an address loads
 * nothing else.
 */
export const subjects = ['Math', 'English', 'Private Tutoring', 'Group'] as const
